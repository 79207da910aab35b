"""Reads a workbook with openpyxl or python-calamine: rows, cells and bytes of their values."""

import sys


def rows_of(reader, path):
    if reader == "calamine":
        from python_calamine import CalamineWorkbook

        book = CalamineWorkbook.from_path(path)
        return book.get_sheet_by_index(0).iter_rows()
    import openpyxl

    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    return book.worksheets[0].iter_rows(values_only=True)


def main():
    rows = cells = size = 0
    for row in rows_of(sys.argv[1], sys.argv[2]):
        rows += 1
        for value in row:
            cells += 1
            size += len(str(value))
    print(rows, cells, size)


main()
