/**
 * Exports small pictures of pages for the visual regression: a gray value from 0 to f for each square of the page, one text for
 * each row, so that a committed picture can be read and its difference reviewed.
 */
import type { Page } from "playwright-core";

export type Picture = readonly string[];

/** The width of a square, in CSS pixels. */
const SQUARE = 30;
/** Two squares differ visibly when their gray values differ by more: a text of another length changes less. */
const TOLERANCE = 2;
/** The part of the squares that may differ: fonts are drawn slightly differently by another version of the browser. */
const ALLOWED = 0.01;

/** The picture of what the viewport shows. `painter`: an empty page that scales it. */
export async function pictureOf(page: Page, painter: Page): Promise<Picture> {
  const png = await page.screenshot({ animations: "disabled", caret: "hide", scale: "css" });
  return painter.evaluate(
    async ({ source, square }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const columns = Math.round(image.width / square);
      const rows = Math.round(image.height / square);
      const canvas = new OffscreenCanvas(columns, rows);
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("The browser has no canvas.");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, columns, rows);
      const { data } = context.getImageData(0, 0, columns, rows);
      const gray = (cell: number): string => {
        const [red = 0, green = 0, blue = 0] = data.subarray(cell * 4, cell * 4 + 3);
        // Luma of ITU-R BT.601, in 16 steps.
        return Math.floor((0.299 * red + 0.587 * green + 0.114 * blue) / 16).toString(16);
      };
      return Array.from({ length: rows }, (_row, y) => Array.from({ length: columns }, (_cell, x) => gray(y * columns + x)).join(""));
    },
    { source: `data:image/png;base64,${png.toString("base64")}`, square: SQUARE },
  );
}

/** The rows that differ visibly, with their numbers from 1; none for pictures that look the same. */
export function visibleDifference(expected: Picture, present: Picture): readonly string[] {
  if (expected.length !== present.length) return [`${present.length} rows, expected ${expected.length}`];
  const differing = expected.map((row, y) => [...row].filter((cell, x) => distance(cell, present[y]?.[x]) > TOLERANCE).length);
  const total = differing.reduce((sum, count) => sum + count, 0);
  if (total <= expected.join("").length * ALLOWED) return [];
  return differing.flatMap((count, y) =>
    count === 0 ? [] : [`row ${y + 1}: ${expected[y]} expected\n${" ".repeat(`row ${y + 1}: `.length)}${present[y]}`],
  );
}

const distance = (one: string, other: string | undefined): number => Math.abs(Number.parseInt(one, 16) - Number.parseInt(other ?? "0", 16));
