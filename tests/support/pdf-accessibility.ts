/**
 * Exports the findings of PDF/UA (ISO 14289-1) that a program can make, for tests of the bank's documents. The numbers are
 * those of the Matterhorn Protocol 1.1, by which PDF/UA checkers such as veraPDF report.
 */
import { getDocumentProxy } from "unpdf";

interface StructureNode {
  readonly role?: string;
  readonly alt?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly StructureNode[];
}

interface MarkedContent {
  readonly type?: string;
  readonly tag?: string;
  readonly id?: string | null;
  readonly str?: string;
}

/** The roles of ISO 32000-1, 14.8.4, that the bank's documents may use. */
const ROLES = new Set(["Root", "Document", "Part", "Sect", "Div", "H1", "H2", "H3", "P", "Span", "L", "LI", "Lbl", "LBody"]);
for (const role of ["Table", "THead", "TBody", "TR", "TH", "TD", "Figure", "Caption", "Note", "Link"]) ROLES.add(role);
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  TR: ["Table", "THead", "TBody"],
  TH: ["TR"],
  TD: ["TR"],
  THead: ["Table"],
  TBody: ["Table"],
  LI: ["L"],
  Lbl: ["LI", "Note"],
  LBody: ["LI"],
};

function* nodesOf(node: StructureNode, parent: StructureNode | null = null): Generator<readonly [StructureNode, StructureNode | null]> {
  yield [node, parent];
  for (const child of node.children ?? []) yield* nodesOf(child, node);
}

const has = (node: StructureNode, role: string): boolean => [...nodesOf(node)].some(([each]) => each.role === role);

/** What the structure of one page lacks. */
function structureFindings(tree: StructureNode): string[] {
  const findings: string[] = [];
  for (const [node, parent] of nodesOf(tree)) {
    const { role } = node;
    if (role === undefined) continue;
    if (!ROLES.has(role)) findings.push(`02-001: ${role} is no standard role`);
    const parents = PARENTS[role];
    if (parents && !parents.includes(parent?.role ?? "")) findings.push(`09-004: ${role} is in ${parent?.role ?? "nothing"}`);
    if (role === "Table" && !has(node, "TH")) findings.push("15-003: a table has no header cell");
    if (role === "Figure" && !node.alt) findings.push("13-004: a figure has no alternative text");
  }
  return findings;
}

/** The texts of one page that are neither in the structure nor marked as an artifact, such as a page number. */
function untaggedTexts(items: readonly MarkedContent[], tagged: ReadonlySet<string>): string[] {
  const open: boolean[] = [];
  const findings: string[] = [];
  for (const { type, tag, id, str } of items) {
    if (type === "beginMarkedContent" || type === "beginMarkedContentProps") open.push(tag === "Artifact" || tagged.has(id ?? ""));
    else if (type === "endMarkedContent") open.pop();
    else if (str !== undefined && str.trim() !== "" && !open.includes(true)) findings.push(`01-005: "${str}" is not tagged`);
  }
  return findings;
}

/** What the document lacks, each with its number; empty for a document that these checks accept. */
export async function accessibilityFindings(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const findings: string[] = [];
  const { info, metadata } = await pdf.getMetadata();
  const { Title, Language } = info as { readonly Title?: string; readonly Language?: string };
  const xmp = String(metadata?.getRaw?.() ?? "");
  if ((await pdf.getMarkInfo())?.Marked !== true) findings.push("06-001: the catalog's MarkInfo does not say that it is tagged");
  if (!Title) findings.push("06-003: it has no title");
  if (!Language) findings.push("11-006: it has no language");
  if (!xmp.includes("<pdfuaid:part>1</pdfuaid:part>")) findings.push("06-002: its metadata do not name PDF/UA");
  if (!/\/DisplayDocTitle true/.test(Buffer.from(bytes).toString("latin1"))) findings.push("07-001: a reader shows no title");
  const levels: number[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const tree = (await page.getStructTree()) as StructureNode | null;
    if (!tree) {
      findings.push(`01-006: page ${number} has no structure`);
      continue;
    }
    const nodes = [...nodesOf(tree)].map(([node]) => node);
    for (const { role = "" } of nodes) if (/^H\d$/.test(role)) levels.push(Number(role.slice(1)));
    const tagged = new Set(nodes.flatMap(({ type, id }) => (type === "content" && id !== undefined ? [id] : [])));
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    findings.push(...structureFindings(tree), ...untaggedTexts(items as readonly MarkedContent[], tagged));
  }
  if (levels[0] !== 1) findings.push("14-002: the first heading is not of the first level");
  if (levels.some((level, index) => level > (levels[index - 1] ?? level) + 1)) findings.push("14-003: a heading's level is skipped");
  return findings;
}
