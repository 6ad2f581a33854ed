/** Exports `flows graph`: the map of screens and transitions, as mermaid, SVG or JSON. */
import { parseArguments } from "./arguments.js";
import { loadBrand } from "./brand-bundle.js";
import { COMMANDS } from "./commands.js";
import type { Io } from "./io.js";
import { Usage } from "./io.js";
import type { ScreenMap } from "./screen-map.js";
import { mapOf, ofJourney } from "./screen-map.js";

function name(id: string): string {
  return id.replace(/[^A-Za-z0-9]/g, "_");
}

function decisionsOf(map: ScreenMap): readonly string[] {
  return [...new Set(map.edges.flatMap(({ from, to }) => [from, to]).filter((id) => id.startsWith("decision:")))];
}

export function mermaid(map: ScreenMap): string {
  const lines = ["flowchart LR"];
  for (const journey of new Set(map.nodes.map((node) => node.journey))) {
    lines.push(`  subgraph ${name(journey)} ["${journey}"]`);
    for (const node of map.nodes) if (node.journey === journey) lines.push(`    ${name(node.id)}["${node.id}"]`);
    lines.push("  end");
  }
  for (const decision of decisionsOf(map)) lines.push(`  ${name(decision)}{"${decision.replace("decision:", "")}"}`);
  for (const { from, to, kind, by } of map.edges)
    lines.push(`  ${name(from)} ${kind === "redirect" ? "-.->" : "-->"}|"${by}"| ${name(to)}`);
  return `${lines.join("\n")}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

const BOX = { width: 260, height: 28, across: 420, down: 44, margin: 24, head: 36 };
const STROKES = { action: "", redirect: ' stroke-dasharray="4 3"', decision: ' stroke="#2f6f7e"' } as const;

/** One column for each journey, one for the decisions; curves between them. */
export function svg(map: ScreenMap): string {
  const journeys = [...new Set(map.nodes.map((node) => node.journey))];
  const columns = [
    ...journeys.map((journey) => ({ title: journey, ids: map.nodes.filter((node) => node.journey === journey).map((node) => node.id) })),
    { title: "decisions", ids: decisionsOf(map) },
  ];
  const places = new Map<string, { readonly x: number; readonly y: number }>();
  for (const [column, { ids }] of columns.entries()) {
    for (const [row, id] of ids.entries())
      places.set(id, { x: BOX.margin + column * BOX.across, y: BOX.margin + BOX.head + row * BOX.down });
  }
  const width = 2 * BOX.margin + columns.length * BOX.across;
  const height = 2 * BOX.margin + BOX.head + Math.max(...columns.map(({ ids }) => ids.length)) * BOX.down;
  const curves = map.edges.flatMap(({ from, to, kind, by }) => {
    const [a, b] = [places.get(from), places.get(to)];
    if (a === undefined || b === undefined) return [];
    const [x1, y1, x2, y2] = [a.x + BOX.width, a.y + BOX.height / 2, b.x, b.y + BOX.height / 2];
    return [
      `<path d="M${x1} ${y1}C${x1 + 80} ${y1} ${x2 - 80} ${y2} ${x2} ${y2}"${STROKES[kind]}><title>${escaped(`${from}: ${by} -> ${to}`)}</title></path>`,
    ];
  });
  const boxes = [...places].map(
    ([id, { x, y }]) =>
      `<g><rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="5"/><text x="${x + 8}" y="${y + 18}">${escaped(id.replace("decision:", ""))}</text></g>`,
  );
  const heads = columns.map(
    ({ title }, column) => `<text class="head" x="${BOX.margin + column * BOX.across}" y="${BOX.margin + 14}">${escaped(title)}</text>`,
  );
  const style = "text{font:12px sans-serif}.head{font-weight:bold;font-size:14px}rect{fill:#fff;stroke:#1a1a1a}path{fill:none;stroke:#999}";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Map of the screens"><style>${style}</style>${curves.join("")}${boxes.join("")}${heads.join("")}</svg>\n`;
}

const FORMATS: Readonly<Record<string, (map: ScreenMap) => string>> = { mermaid, svg, json: (map) => `${JSON.stringify(map, null, 2)}\n` };

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { options } = parseArguments(args, COMMANDS.graph);
  const draw = FORMATS[options.format ?? "mermaid"];
  if (draw === undefined) throw new Usage(`--format is one of ${Object.keys(FORMATS).join(", ")}.`);
  const { bundle } = await loadBrand(io, options.brand);
  await io.write(draw(ofJourney(mapOf(bundle), options.journey)));
  return 0;
}
