/** Exports the drawing of a brand's SVG logo in a PDF. */
import type PDFDocument from "pdfkit";

type Attributes = Readonly<Record<string, string>>;
type Pdf = InstanceType<typeof PDFDocument>;

export interface Logo {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly { readonly name: string; readonly attributes: Attributes }[];
}

const attributesOf = (source: string): Attributes =>
  Object.fromEntries([...source.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]));

/**
 * Reads paths and circles, with the attributes that they inherit from their groups. Null for a logo with other elements
 * or transforms; documents then show the institution's name as text.
 */
export function readLogo(svg: string): Logo | null {
  const shapes: Logo["shapes"][number][] = [];
  const inherited: Attributes[] = [];
  let size: readonly [number, number] | null = null;
  for (const [, closing, name = "", source = "", empty] of svg
    .replace(/<title\b[\s\S]*?<\/title>/g, "")
    .matchAll(/<(\/?)([a-z]+)([^>]*?)(\/?)>/gi)) {
    if (closing) {
      inherited.pop();
      continue;
    }
    const attributes = attributesOf(source);
    if ("transform" in attributes) return null;
    if (name === "svg") {
      const [, , width, height] = (attributes.viewBox ?? "").split(/[\s,]+/).map(Number);
      if (!width || !height) return null;
      size = [width, height];
    } else if (name === "path" || name === "circle")
      shapes.push({ name, attributes: { ...Object.assign({}, ...inherited), ...attributes } as Attributes });
    else if (name !== "g") return null;
    if (!empty) inherited.push(name === "g" ? attributes : {});
  }
  return size === null ? null : { width: size[0], height: size[1], shapes };
}

/** Draws a logo at a place of the current page, in the given height. */
export function drawLogo(pdf: Pdf, logo: Logo, x: number, y: number, height: number): void {
  const scale = height / logo.height;
  pdf.save().translate(x, y).scale(scale);
  for (const { name, attributes } of logo.shapes) {
    const { fill = "#000000", stroke = "none" } = attributes;
    const shape = (): Pdf =>
      name === "circle"
        ? pdf.circle(Number(attributes.cx ?? 0), Number(attributes.cy ?? 0), Number(attributes.r ?? 0))
        : pdf.path(attributes.d ?? "");
    if (fill !== "none") shape().fill(fill);
    if (stroke !== "none") {
      pdf.lineWidth(Number(attributes["stroke-width"] ?? 1)).lineCap(attributes["stroke-linecap"] === "round" ? "round" : "butt");
      pdf.lineJoin(attributes["stroke-linejoin"] === "round" ? "round" : "miter");
      shape().stroke(stroke);
    }
  }
  pdf.restore();
}
