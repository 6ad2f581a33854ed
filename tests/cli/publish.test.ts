/** Tests published bundles, their generated validators, and `flows build` and `flows activate`. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { run as activate } from "../../src/cli/activate.js";
import { run as build } from "../../src/cli/build.js";
import { publishBrands, publishedHashes } from "../../src/cli/publish.js";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import type { ValidatorFunctions } from "../../src/language/bundle.js";
import { missingProof, type ProofRecord } from "../../src/language/proof.js";
import { ROOT } from "../support/sources.js";
import { captureIo } from "./captured-io.js";

const folder = await mkdtemp(join(tmpdir(), "passbook-publish-"));
afterAll(() => rm(folder, { recursive: true }));
const source = await readSource(ROOT);
const hash = (slug: string) => compile(source, slug).bundle?.core.hash ?? "";
const current = async (slug: string) => (await readFile(join(folder, slug, "current"), "utf8")).trim();

describe("published bundles", () => {
  it("are whole: core, journeys, validators, forms, manifest, logos", async () => {
    expect(await publishBrands(ROOT, source, folder, "proven")).toEqual([]);
    const home = join(folder, "harbor", hash("harbor"));
    const names = await readdir(home);
    const manifest = JSON.parse(await readFile(join(home, "manifest.json"), "utf8")) as {
      journeys: string[];
      assets: string[];
      hash: string;
      operations: Record<string, string>;
      proof: ProofRecord;
    };
    expect(missingProof(manifest, manifest.hash)).toBeNull();
    expect(manifest.hash).toBe(await current("harbor"));
    expect(names.sort()).toEqual(
      [
        ".source-map.json",
        "core.json",
        "forms.json",
        "manifest.json",
        ...manifest.assets,
        ...manifest.journeys.flatMap((journey) => [`${journey}.json`, `${journey}.validators.js`]),
      ].sort(),
    );
    expect(manifest.assets.length).toBeGreaterThan(0);
    expect(Object.values(manifest.operations).every((one) => /^[0-9a-f]{64}$/.test(one))).toBe(true);
  });

  it("leave no draft behind, and are not written twice", async () => {
    const before = await readFile(join(folder, "harbor", hash("harbor"), "manifest.json"), "utf8");
    await Promise.all([publishBrands(ROOT, source, folder, "proven"), publishBrands(ROOT, source, folder, "proven")]);
    expect((await readdir(join(folder, "harbor"))).sort()).toEqual([hash("harbor"), "current"].sort());
    expect(await readFile(join(folder, "harbor", hash("harbor"), "manifest.json"), "utf8")).toBe(before);
  });

  it("a brand that does not compile is reported, and the other brands and its own last bundle stay", async () => {
    const broken = { files: new Map([...source.files, ["flows/brands/juniper/overlay.json", "{"]]) };
    const last = await current("juniper");
    const lines = await publishBrands(ROOT, broken, folder, "proven");
    expect(lines.length).toBeGreaterThan(0);
    expect(lines[0]).toMatch(/^flows\/brands\/juniper\/overlay\.json:1:\d+ {2}error {2}syntax {2}/);
    expect(await current("juniper")).toBe(last);
  });
});

describe("validators", () => {
  it("validate by the same formats and ages, and contain nothing that was typed", async () => {
    const address = pathToFileURL(join(folder, "harbor", hash("harbor"), "registration.validators.js")).href;
    const module = (await import(/* @vite-ignore */ address)) as { default: Record<string, ValidatorFunctions> };
    const name = "forms/basic-information.json";
    const validate = module.default[name]?.[name];
    if (validate === undefined) throw new Error(`no validator of ${name}`);
    const person = { first_name: "Ann", last_name: "Lee", date_of_birth: "1990-02-28", ssn: "123-45-6789" };
    expect([validate(person), validate.errors]).toEqual([true, null]);
    expect(validate({ ...person, ssn: "900-45-6789" })).toBe(false);
    expect(validate.errors).toMatchObject([{ instancePath: "/ssn", keyword: "format", params: { format: "ssn" } }]);
    expect(JSON.stringify(validate.errors)).not.toContain("6789");
    const child = `${new Date().getUTCFullYear() - 10}-01-01`;
    expect(validate({ ...person, date_of_birth: child })).toBe(false);
    expect(validate.errors).toMatchObject([{ keyword: "x-minimum-age", params: { limit: 18 } }]);
  });

  it("evaluate no text", async () => {
    const text = await readFile(join(folder, "harbor", hash("harbor"), "registration.validators.js"), "utf8");
    expect(text).not.toMatch(/\beval\(|new Function|\bFunction\(/);
  });
});

describe("flows build and activate", () => {
  it("build prints the bundles that it wrote", async () => {
    const io = captureIo();
    expect(await build(["--brand", "juniper", "--out", folder], io)).toBe(0);
    expect(io.written).toEqual([`juniper ${hash("juniper")}\n`]);
  });

  it("build refuses a brand whose flows have an error that the verifier finds, unless no proof is wanted", async () => {
    const root = await mkdtemp(join(tmpdir(), "passbook-unproven-"));
    try {
      for (const name of ["flows", "schemas", "gateway/schema.graphql"]) await cp(join(ROOT, name), join(root, name), { recursive: true });
      const file = join(root, "flows/invariants.json");
      await writeFile(file, (await readFile(file, "utf8")).replace('"require": "atDisclosures"', '"require": "atBank"'));
      const args = ["--brand", "harbor", "--out", join(root, "bundles")];
      const io = captureIo({ root });
      await expect(build(args, io)).rejects.toMatchObject({ name: "FlowsWrong" });
      expect(io.warned.join()).toContain("violates the invariant disclosuresBeforeFunding");
      expect(await build([...args, "--unproven"], io)).toBe(0);
      const built = hash("harbor");
      const manifest = JSON.parse(await readFile(join(root, "bundles/harbor", built, "manifest.json"), "utf8")) as { proof: null };
      expect(manifest.proof).toBeNull();
      await expect(activate(["--brand", "harbor", "--out", join(root, "bundles"), built], io)).rejects.toThrow("carries no proof");
    } finally {
      await rm(root, { recursive: true });
    }
  });

  it("activate accepts a stored bundle, by a prefix of its hash", async () => {
    const { proof } = JSON.parse(await readFile(join(folder, "juniper", hash("juniper"), "manifest.json"), "utf8")) as {
      proof: ProofRecord;
    };
    const other = "f".repeat(64);
    await mkdir(join(folder, "juniper", other));
    await writeFile(join(folder, "juniper", other, "manifest.json"), JSON.stringify({ proof: { ...proof, bundle: other } }));
    expect(await publishedHashes(folder, "juniper")).toEqual([hash("juniper"), other].sort());
    const io = captureIo();
    expect(await activate(["--brand", "juniper", "--out", folder, other.slice(0, 10)], io)).toBe(0);
    expect(await current("juniper")).toBe(other);
    await activate(["--brand", "juniper", "--out", folder, hash("juniper")], io);
    expect(await current("juniper")).toBe(hash("juniper"));
  });

  it.each([
    ["build without a folder", () => build(["--brand", "harbor"], captureIo())],
    ["build of no brand", () => build(["--out", folder], captureIo())],
    ["build of an unknown brand", () => build(["--brand", "nobody", "--out", folder], captureIo())],
    ["activate without a hash", () => activate(["--brand", "harbor"], captureIo())],
    ["activate of what is not there", () => activate(["--brand", "harbor", "--out", folder, "0".repeat(64)], captureIo())],
    ["an option that is none", () => build(["--brnad", "harbor"], captureIo())],
  ])("%s is wrong usage", async (_what, command) => {
    await expect(command()).rejects.toMatchObject({ name: "Usage" });
  });
});
