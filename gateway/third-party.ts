/**
 * Exports the list of the third-party software in a build: an SBOM in the format of CycloneDX, and a NOTICE with the
 * licenses. Run by `npm run build`, it writes both to `build/`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { standardLicense } from "./license-texts.js";

/** A package in `node_modules` that the build contains or imports. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The text of its license and of its notices: its own files, or the standard text of its license. */
  readonly text: string;
}

/** Packages of development whose files the web app contains: the typefaces. */
const BUNDLED = /^@fontsource\//;
/** Files with licenses, copyrights and notices (Apache License 2.0, section 4). */
const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean; readonly version?: string }>>;
}

/** The parts of a `package.json` that this file reads. */
interface Manifest {
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
}

/** The copyright holder that the package names, without an address. */
function holderOf({ author }: Manifest, name: string): string {
  const holder = typeof author === "string" ? author.replace(/\s*[<(].*$/, "") : author?.name;
  return holder || `the authors of ${name}`;
}

/** The production packages of `package-lock.json` and the bundled ones, sorted by name. Throws when one has no license or no text. */
export function thirdParties(root: string): readonly ThirdParty[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
  const found = new Map<string, ThirdParty>();
  for (const [path, { dev, optional }] of Object.entries(packages)) {
    if (path === "") continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (dev && !BUNDLED.test(name)) continue;
    const folder = join(root, path);
    // npm installs an optional package on some platforms only.
    if (optional && !existsSync(folder)) continue;
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    const { version, license } = manifest;
    if (typeof license !== "string" || license === "") throw new Error(`${path} declares no license`);
    const text = licenseText(folder) || standardLicense(license, holderOf(manifest, name));
    if (text === null) throw new Error(`${path} contains no text of its license ${license}, and license-texts.ts has none`);
    found.set(`${name}@${version}`, { name, version, license, text });
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

function licenseText(folder: string): string {
  const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file));
  return files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n");
}

/** The text of NOTICE. */
export function noticeOf(packages: readonly ThirdParty[]): string {
  const entries = packages.map(
    ({ name, version, license, text }) => `${"-".repeat(80)}\n${name} ${version}\nLicense: ${license}\n\n${text}\n`,
  );
  return `Passbook contains or uses the following third-party software.\n\n${entries.join("\n")}`;
}

/** A document of CycloneDX 1.5, as far as this file reads it. */
interface Sbom {
  readonly metadata: { readonly component: Record<string, unknown> & { readonly "bom-ref": string } };
  readonly components: readonly { readonly name: string; readonly version: string; readonly "bom-ref": string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * The SBOM of the packages. `npm sbom --omit dev` leaves out production packages on which a development package also
 * depends (npm 10 and 11), so that this function selects them from the whole list.
 */
export function sbomOf(root: string, packages: readonly ThirdParty[]): Sbom {
  const { status, stdout, stderr } = spawnSync(
    "npm",
    ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx", "--sbom-type", "application"],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      shell: process.platform === "win32",
    },
  );
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const whole = JSON.parse(stdout) as Sbom;
  const wanted = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const components = whole.components.filter(({ name, version }) => wanted.has(`${name}@${version}`));
  const refs = new Set([whole.metadata.component["bom-ref"], ...components.map((component) => component["bom-ref"])]);
  // npm names the application after its folder.
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { name: string; version: string };
  const component = { ...whole.metadata.component, name, version, purl: `pkg:npm/${name}@${version}` };
  const dependencies = whole.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  return { ...whole, metadata: { ...whole.metadata, component }, components, dependencies };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  mkdirSync(join(root, "build"), { recursive: true });
  const packages = thirdParties(root);
  writeFileSync(join(root, "build/NOTICE"), noticeOf(packages));
  writeFileSync(join(root, "build/sbom.cdx.json"), `${JSON.stringify(sbomOf(root, packages), null, 2)}\n`);
}
