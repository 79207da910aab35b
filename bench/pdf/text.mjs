// node text.mjs FOLDER FILE...: reads the text of every page with pdf.js, each piece with its
// place, and prints how many pages there were. FOLDER is that of the package pdfjs-dist.
import { readFileSync } from "node:fs";

const [folder, ...paths] = process.argv.slice(2);
const { getDocument } = await import(`${folder}/legacy/build/pdf.mjs`);
let pages = 0;
for (const path of paths) {
  try {
    const task = getDocument({ data: new Uint8Array(readFileSync(path)), verbosity: 0, standardFontDataUrl: `${folder}/standard_fonts/`, cMapUrl: `${folder}/cmaps/`, cMapPacked: true });
    const pdf = await task.promise;
    for (let n = 1; n <= pdf.numPages; n++) {
      const page = await pdf.getPage(n);
      await page.getTextContent();
      page.cleanup();
      pages++;
    }
    await task.destroy();
  } catch (err) {
    console.error(`${path.split("/").pop()}: ${err.name}`);
  }
}
console.log(pages);
