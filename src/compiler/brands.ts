/** Exports the checks of a brand's file against its folder, its logos and the other brands, and of shared texts against the brands' names. */
import { brandInText, brandTaken, hostTaken, logoMissing, unusedPicture, wrongFormat } from "../language/brand-problems.js";
import { type DeclaredFormat, fieldFormat } from "../language/field-formats.js";
import * as problems from "../language/problems.js";
import { RecentTexts, textsOf } from "../language/recent-texts.js";
import { childOf, entriesOf, type FlowSource, keysOf, plain, readDocument, type SourceNode, textOf } from "../language/source.js";
import type { BrandNames, Linker } from "./compile-context.js";
import { brandSlugs } from "./merged-definition.js";
import { pictureFindings, pngFinding } from "./picture-content.js";

/** The uses of a logo that the pages have: always, and where the page or the sidebar is dark. */
const LOGO = "hor-color";
const LOGO_ON_DARK = "hor-white";

export function checkBrands(source: FlowSource, brand: SourceNode | null, slug: string, linker: Linker): void {
  const others = brandSlugs(source)
    .filter((one) => one !== slug)
    .map((one) => {
      const file = `flows/brands/${one}/brand.json`;
      return { slug: one, ...readDocument(file, source.files.get(file) ?? "", "base") };
    });
  checkSlug(brand, slug, linker);
  if (brand === null) return;
  if (others.every(({ incomplete }) => !incomplete)) checkDefault(brand, others, linker);
  checkHosts(brand, others, linker);
  checkOwn(brand, slug, others, linker);
  checkFormats(brand, source, linker);
  checkLocale(brand, linker);
  checkPictures(source, brand, slug, linker);
  checkLogos(brand, linker);
}

interface Other {
  readonly slug: string;
  readonly root: SourceNode | null;
}

/** The slug is the folder's name. */
function checkSlug(brand: SourceNode | null, slug: string, linker: Linker): void {
  const node = childOf(brand, "slug");
  const written = textOf(node);
  if (node !== null && written !== null && written !== slug) linker.report(node.at, problems.slugMismatch(written, slug));
}

/** The default brand is served for a host that names no brand. */
function checkDefault(brand: SourceNode, others: readonly Other[], linker: Linker): void {
  const roots = [brand, ...others.map(({ root }) => root)];
  const count = roots.filter(isDefault).length;
  if (count !== 1 && !brand.partial) linker.report((childOf(brand, "default") ?? brand).at, problems.notADefault(count));
}

/** A host names one brand; `<slug>.localhost` is always that slug's. */
function checkHosts(brand: SourceNode, others: readonly Other[], linker: Linker): void {
  for (const item of itemsOf(childOf(brand, "hosts"))) {
    const host = textOf(item)?.toLowerCase();
    if (host === undefined) continue;
    const taken = others.find(
      ({ slug, root }) =>
        host === `${slug}.localhost` || itemsOf(childOf(root, "hosts")).some((other) => textOf(other)?.toLowerCase() === host),
    );
    if (taken !== undefined) linker.report(item.at, hostTaken(host, taken.slug));
  }
}

const isDefault = (brand: SourceNode | null): boolean => brand !== null && plain(childOf(brand, "default") ?? brand) === true;

/**
 * The name, the support address and the routing number are of one institution: a copy would send its depositors to another one.
 * Of two brands, the default one is the original, or else the first one by slug.
 */
function checkOwn(brand: SourceNode, slug: string, others: readonly Other[], linker: Linker): void {
  for (const keywords of [["name"], ["emails", "support"], ["routing_number"]]) {
    const node = childOf(brand, ...keywords);
    const written = textOf(node)?.toLowerCase();
    const taken = others.find(
      ({ root, slug: other }) =>
        written !== undefined &&
        textOf(childOf(root, ...keywords))?.toLowerCase() === written &&
        (isDefault(root) || (!isDefault(brand) && other < slug)),
    );
    if (node !== null && taken !== undefined) linker.report(node.at, brandTaken(keywords.join("."), textOf(node) ?? "", taken.slug));
  }
}

/** A text whose schema names a format of `flows/fields.json` has it. */
function checkFormats(brand: SourceNode, source: FlowSource, linker: Linker): void {
  const { root } = readDocument("flows/fields.json", source.files.get("flows/fields.json") ?? "{}", "base");
  for (const [keyword, { "x-format": name }] of Object.entries(linker.language.file("brand.schema.json").properties ?? {})) {
    const node = childOf(brand, keyword);
    const written = textOf(node);
    const format = name === undefined ? null : childOf(root, "formats", name);
    if (node === null || written === null || format === null) continue;
    if (!fieldFormat(plain(format) as DeclaredFormat).validate(written))
      linker.report(node.at, wrongFormat(written, name ?? keyword, textOf(childOf(format, "description")) ?? ""));
  }
}

const itemsOf = (node: SourceNode | null): readonly SourceNode[] => (node?.kind === "list" ? node.items : []);

/** Reports a locale that the runtime does not support: it would format numbers and dates as American English. */
function checkLocale(brand: SourceNode, linker: Linker): void {
  const node = childOf(brand, "locale");
  const locale = textOf(node);
  if (node === null || locale === null) return;
  try {
    if (Intl.PluralRules.supportedLocalesOf([locale]).length > 0) return;
  } catch (error) {
    // An invalid language tag is reported elsewhere.
    if (error instanceof RangeError) return;
    throw error;
  }
  linker.report(node.at, problems.unknownLocale(locale));
}

const PICTURE = /\.(?:svg|png)$/;

/** Every picture that the brand names is a file of its folder, and it names every one there: of two, one would be shown twice. */
function checkPictures(source: FlowSource, brand: SourceNode, slug: string, linker: Linker): void {
  // A source in memory has no image files.
  if (![...source.files.keys()].some((file) => PICTURE.test(file))) return;
  const named = [childOf(brand, "logos"), childOf(brand, "illustrations")].flatMap((map) => entriesOf(map).map(([, { node }]) => node));
  const favicon = childOf(brand, "favicon");
  // One file can be the logo of several uses.
  const checked = new Set<string>();
  for (const node of favicon === null ? named : [...named, favicon]) {
    const file = `flows/brands/${slug}/${textOf(node) ?? ""}`;
    const content = source.files.get(file);
    if (content === undefined) linker.report(node.at, problems.missingFile(file));
    else if (file.endsWith(".png")) {
      const use = node === favicon ? "favicon" : "logo";
      const finding = checked.has(`${file} ${use}`) ? null : pngFinding(content, use);
      checked.add(`${file} ${use}`);
      if (finding !== null) linker.report({ file, line: 1, column: 1, layer: "base" }, finding);
    }
  }
  const used = new Set([favicon, ...named].map((node) => (node === null ? null : textOf(node))));
  const folder = `flows/brands/${slug}/`;
  for (const [file, text] of source.files)
    if (file.startsWith(folder) && file.endsWith(".svg"))
      for (const { at, finding } of pictureFindings(file, text)) linker.report(at, finding);
  for (const file of source.files.keys())
    if (file.startsWith(folder) && PICTURE.test(file) && !used.has(file.slice(folder.length)) && !brand.partial)
      linker.report(brand.at, unusedPicture(file));
}

/** The brand has the logos that its pages show. */
function checkLogos(brand: SourceNode, linker: Linker): void {
  const logos = childOf(brand, "logos");
  if (logos === null || logos.partial) return;
  const uses = keysOf(logos);
  const dark = plain(childOf(brand, "dark_scheme") ?? brand) === true;
  const sidebar = childOf(brand, "look", "sidebar");
  const isOnDark = dark || (sidebar !== null && textOf(sidebar) === "brand");
  for (const use of uses.length === 0 ? [] : isOnDark ? [LOGO, LOGO_ON_DARK] : [LOGO])
    if (!uses.includes(use)) linker.report(logos.at, logoMissing(use, uses));
}

const BRAND_FILES = /^flows\/brands\/[^/]+\/brand\.json$/;
const namesOf = new RecentTexts<readonly BrandNames[]>();

/** The names of all brands; none for a single brand, whose name may be in the texts of its flows. The same object for the same files. */
export function brandNames(source: FlowSource): readonly BrandNames[] {
  return namesOf.of(textsOf(source.files, BRAND_FILES), () => {
    const slugs = brandSlugs(source);
    return slugs.length < 2 ? [] : slugs.map((slug) => ({ slug, ...namesIn(source, slug) }));
  });
}

function namesIn(source: FlowSource, slug: string): Omit<BrandNames, "slug"> {
  const file = `flows/brands/${slug}/brand.json`;
  const { root } = readDocument(file, source.files.get(file) ?? "", "base");
  return { name: textOf(childOf(root, "name")), shortName: textOf(childOf(root, "short_name")) };
}

/** Warns of a text of all brands that names one of them. A short name counts inside of a sentence, where words have no capital. */
export function checkNoBrand(text: string, node: SourceNode, { brandNames: all, report }: Pick<Linker, "brandNames" | "report">): void {
  if (node.at.layer !== "base") return;
  for (const { slug, name, shortName } of all) {
    const named = [name, shortName].find((one, index) => one !== null && one !== "" && isNamed(one, text, index > 0));
    if (named !== null && named !== undefined) report(node.at, brandInText(named, slug));
  }
}

function isNamed(name: string, text: string, inSentence: boolean): boolean {
  if (!text.includes(name)) return false;
  const parts = text.split(name);
  return parts.slice(1).some((after, index) => {
    const before = parts[index] ?? "";
    const isWhole = !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
    return isWhole && (!inSentence || (/^\p{Lu}/u.test(name) && /\p{Ll},? $/u.test(before)));
  });
}
