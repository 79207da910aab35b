// Reads a workbook with SheetJS: rows, cells and bytes of their printed texts.
const XLSX = require("xlsx");

const book = XLSX.readFile(process.argv[2], { dense: true, cellDates: false });
const sheet = book.Sheets[book.SheetNames[0]];
const data = sheet["!data"] || sheet;
let rows = 0;
let cells = 0;
let bytes = 0;
for (const row of data) {
  if (!row) continue;
  rows++;
  for (const cell of row) {
    if (!cell) continue;
    cells++;
    bytes += Buffer.byteLength(cell.w === undefined ? String(cell.v) : cell.w);
  }
}
console.log(rows, cells, bytes);
