/** Tests of Dockerfile, compose.yaml, the balancer's configuration, SBOM and NOTICE against the repository. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readEnv } from "../../gateway/env.js";
import { modeOf } from "../../gateway/mode.js";
import { DRAIN_TIMEOUT_MS } from "../../gateway/shutdown.js";
import { noticeOf, sbomOf, thirdParties } from "../../gateway/third-party.js";
import { LONG_TIMEOUT_MS } from "../../gateway/upstream/transport.js";
import { argsOf, copiesOf, type Stage, stagesOf } from "../support/dockerfile.js";
import { ROOT } from "../support/sources.js";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const stages = stagesOf(read("Dockerfile"));
const packageJson = JSON.parse(read("package.json")) as { scripts: Record<string, string>; engines: { node: string } };

function stage(name: string): Stage {
  const found = stages.find((each) => each.name === name);
  if (!found) throw new Error(`the Dockerfile has no stage ${name}`);
  return found;
}

describe("Dockerfile", () => {
  it("builds in one stage, installs production packages alone in another, and the last one has neither tools nor sources", () => {
    expect(stages.map(({ name }) => name)).toEqual(["sources", "build", "packages", "sandbox", "production"]);
    expect(argsOf(stage("sources"), "RUN")).toEqual(["npm ci"]);
    expect(argsOf(stage("build"), "RUN")).toEqual(["npm run build"]);
    expect(argsOf(stage("packages"), "RUN")[0]).toMatch(/^npm ci --omit=dev( |$)/);
    expect(argsOf(stage("production"), "RUN")).toEqual([]);
    for (const { sources } of copiesOf(stage("production"))) expect(sources).not.toContain(".");
  });

  it("uses a version of Node that the package supports, in all stages", () => {
    const images = stages.map(({ from }) => from).filter((from) => !stages.some(({ name }) => name === from));
    // An LTS version, which gets security fixes until April 2028.
    expect(new Set(images)).toEqual(new Set(["node:24-bookworm-slim"]));
    expect(packageJson.engines.node).toBe(">=20.19");
  });

  it.each(["production", "sandbox"])("runs %s as another user than root, with a health check", (name) => {
    const last = stage(name);
    const names = last.instructions.map((each) => each.name);
    expect(argsOf(last, "USER")).toEqual(["node"]);
    expect(names.lastIndexOf("USER")).toBeLessThan(names.indexOf("CMD"));
    expect(argsOf(last, "HEALTHCHECK")).toHaveLength(1);
  });

  it("copies only files that exist: files of the repository from the context, and created files from a stage", () => {
    const created: Record<string, readonly string[]> = { build: ["build", "dist", ".bundles"], packages: ["node_modules"] };
    for (const each of stages)
      for (const { from, sources } of copiesOf(each))
        for (const source of sources) {
          if (from === null) expect([each.name, source, existsSync(join(ROOT, source))]).toEqual([each.name, source, true]);
          else expect(created[from]).toContain(source);
        }
    for (const folder of ["--out .bundles", "vite build &&", "gateway/vite.config.ts", "gateway/third-party.ts"])
      expect(packageJson.scripts.build).toContain(folder);
  });

  it("starts what the package scripts start, in a mode that exists", () => {
    const commandOf = (name: string) => JSON.parse(argsOf(stage(name), "CMD")[0] ?? "") as string[];
    expect(commandOf("production").join(" ")).toBe(packageJson.scripts.serve);
    expect(modeOf(commandOf("production").slice(2))).toBe("serve");
    expect(modeOf(commandOf("sandbox").slice(2))).toBe("sandbox");
    expect(existsSync(join(ROOT, commandOf("sandbox")[0] ?? ""))).toBe(true);
  });

  it("does not send folders of this machine and secrets to the builder", () => {
    for (const path of ["node_modules", ".git", ".data", ".bundles", "build", "dist", ".env"])
      expect(read(".dockerignore").split("\n")).toContain(path);
    expect(read(".gitignore").split("\n")).toContain(".env");
  });
});

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly target: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
  readonly user?: string;
  readonly stop_grace_period?: string;
}

const compose = parse(read("compose.yaml"), { merge: true }) as { services: Record<string, Service>; volumes: object };
const { services } = compose;
/** The Dockerfile's stage that makes an image; undefined for an image of others. */
const targetOf = (image: string | undefined): string | undefined =>
  Object.values(services).find((service) => service.image === image && service.build)?.build?.target;
const gateways = Object.entries(services).filter(([, { image, command }]) => targetOf(image) === "production" && !command);

describe("compose.yaml", () => {
  it("has two equal gateways behind a balancer, PostgreSQL and Valkey", () => {
    expect(Object.keys(services).sort()).toEqual(["balancer", "bundles", "gateway-1", "gateway-2", "postgres", "sandbox", "valkey"]);
    expect(gateways.map(([name]) => name)).toEqual(["gateway-1", "gateway-2"]);
    expect(services["gateway-1"]).toEqual(services["gateway-2"]);
    expect(services.postgres?.image).toMatch(/^postgres:/);
    expect(services.valkey?.image).toMatch(/^valkey\//);
  });

  it("runs everything but the database with a read-only file system and without privileges", () => {
    for (const [name, service] of Object.entries(services)) {
      if (name === "postgres") continue;
      expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([name, true, ["ALL"], ["no-new-privileges:true"]]);
    }
  });

  it("opens ports on the own machine only, and none of the gateways, the database and Valkey", () => {
    for (const [name, { ports = [] }] of Object.entries(services)) {
      for (const port of ports) expect([name, port]).toEqual([name, expect.stringMatching(/^127\.0\.0\.1:/)]);
      expect([name, ports.length > 0]).toEqual([name, ["balancer", "sandbox"].includes(name)]);
    }
  });

  it("waits only for services that have a health check, its own or its image's, and for the one that ends", () => {
    for (const [name, { depends_on = {} }] of Object.entries(services))
      for (const [other, { condition }] of Object.entries(depends_on)) {
        if (other === "bundles") {
          expect([name, condition]).toEqual([name, "service_completed_successfully"]);
          continue;
        }
        const target = targetOf(services[other]?.image);
        const checked = services[other]?.healthcheck ?? (target && argsOf(stage(target), "HEALTHCHECK")[0]);
        expect([name, other, condition, Boolean(checked)]).toEqual([name, other, "service_healthy", true]);
      }
  });

  it("builds each image of the repository once, since builds of one image at the same time can fail", () => {
    const built = Object.values(services).flatMap(({ image, build }) => (build ? [[image, build.target]] : []));
    expect(built.sort()).toEqual([
      ["passbook-gateway", "production"],
      ["passbook-sandbox", "sandbox"],
    ]);
  });

  it("asks PostgreSQL by TCP whether it is ready, at which its temporary server of the first start does not answer", () => {
    expect(services.postgres?.healthcheck?.test.join(" ")).toContain("pg_isready -h 127.0.0.1 ");
  });

  it("builds stages that the Dockerfile has, and mounts files and volumes that exist", () => {
    for (const { build, volumes = [] } of Object.values(services)) {
      if (build) expect(stages.some(({ name }) => name === build.target)).toBe(true);
      for (const volume of volumes) {
        const [source = ""] = volume.split(":");
        expect([source, source.startsWith(".") ? existsSync(join(ROOT, source)) : source in compose.volumes]).toEqual([source, true]);
      }
    }
  });

  it("gives gateways and sandbox variables that are documented and valid, and no secret of its own", () => {
    const documented = read("gateway/README.md");
    const example: Record<string, string> = { SESSION_SECRET: "s".repeat(32), POSTGRES_PASSWORD: "p", OTEL_EXPORTER_OTLP_ENDPOINT: "" };
    const filled = (value: string) => String(value).replace(/\$\{(\w+)[^}]*\}/g, (_, name: string) => example[name] ?? `unknown ${name}`);
    for (const name of ["gateway-1", "sandbox"]) {
      const environment = services[name]?.environment ?? {};
      for (const variable of Object.keys(environment)) expect(documented).toContain(`| \`${variable}\` |`);
      const variables = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value)]));
      expect(readEnv({ ...variables, NODE_ENV: "production" })).toBeTruthy();
      for (const secret of ["SESSION_SECRET", "DATABASE_URL"]) if (environment[secret]) expect(environment[secret]).toContain("${");
    }
    expect(services["gateway-1"]?.environment?.REDIS_URL).toBe("redis://valkey:6379");
  });

  it("gives the gateways the bundles of all releases: one service adds those of the image, and the gateways only read", () => {
    const { command = [], environment, volumes, user, image } = services.bundles ?? ({} as Service);
    expect([modeOf(command.slice(2)), environment?.BUNDLES_DIR, volumes]).toEqual(["publish", "/bundles", ["bundles:/bundles"]]);
    // Only root may write to a new volume.
    expect([user, image]).toEqual(["0:0", services["gateway-1"]?.image]);
    for (const [, gateway] of gateways)
      expect([gateway.environment?.BUNDLES_DIR, gateway.volumes, gateway.user]).toEqual(["/bundles", ["bundles:/bundles:ro"], undefined]);
  });

  it("gives the gateways longer to end than their longest request takes", () => {
    expect(Number.parseInt(services["gateway-1"]?.stop_grace_period ?? "", 10) * 1000).toBeGreaterThan(DRAIN_TIMEOUT_MS);
  });
});

describe("the balancer", () => {
  const nginx = read("deploy/nginx.conf");

  it("sends requests to both gateways, with the browser's address and an id instead of what the browser claims", () => {
    expect([...nginx.matchAll(/server (gateway-\d):3000 resolve /g)].map(([, name]) => name)).toEqual(gateways.map(([name]) => name));
    for (const header of ["X-Forwarded-For $remote_addr;", "X-Request-Id $request_id;", "Host $http_host;"])
      expect(nginx).toContain(header);
    expect(services.balancer?.volumes).toEqual(["./deploy/nginx.conf:/etc/nginx/nginx.conf:ro"]);
  });

  it("looks up the gateways' addresses again, and asks both for a file of a build", () => {
    expect(nginx).toMatch(/^ {2}resolver 127\.0\.0\.11 valid=\d+s/m);
    // `resolve` needs a zone in shared memory, and nginx 1.27.3.
    expect(nginx).toMatch(/upstream gateways \{\s+zone gateways /);
    expect(Number(/:1\.(\d+)/.exec(services.balancer?.image ?? "")?.[1])).toBeGreaterThan(27);
    expect(nginx).toMatch(/location ~ \^\/\(assets\|bundles\)\/ \{[^}]*proxy_next_upstream [^;]*http_404;/);
    expect(nginx.match(/http_404/g)).toHaveLength(1);
  });

  it("waits longer than the longest call, and accepts the largest upload", () => {
    expect(Number(/proxy_read_timeout (\d+)s/.exec(nginx)?.[1]) * 1000).toBeGreaterThan(LONG_TIMEOUT_MS);
    expect(Number(/client_max_body_size (\d+)m/.exec(nginx)?.[1])).toBeGreaterThan(50);
  });
});

describe("SBOM and NOTICE", () => {
  const packages = thirdParties(ROOT);
  const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, { dev?: boolean; version?: string }> };
  const production = Object.entries(lock.packages).flatMap(([path, { dev, version }]) =>
    path === "" || dev || !existsSync(join(ROOT, path)) ? [] : [`${path.slice(path.lastIndexOf("node_modules/") + 13)}@${version}`],
  );

  it("name every production package and the typefaces in the web app", () => {
    expect(production.length).toBeGreaterThan(100);
    const named = new Set(packages.map(({ name, version }) => `${name}@${version}`));
    expect(production.filter((each) => !named.has(each))).toEqual([]);
    expect(packages.filter(({ name }) => name.startsWith("@fontsource/")).length).toBe(3);
    const notice = noticeOf(packages);
    for (const { name, version } of packages) expect(notice).toContain(`\n${name} ${version}\n`);
    const { components, dependencies, metadata } = sbomOf(ROOT, packages);
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    expect([...named].filter((each) => !listed.has(each))).toEqual([]);
    expect([...listed].filter((each) => !named.has(each))).toEqual([]);
    expect(metadata.component).toMatchObject({ name: "passbook", type: "application" });
    expect(dependencies.find(({ ref }) => ref === metadata.component["bom-ref"])?.dependsOn.length).toBeGreaterThan(20);
  });

  it("permit the use: only licenses that require no disclosure of the source", () => {
    const permitted = ["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "OFL-1.1", "BlueOak-1.0.0"];
    expect(packages.filter(({ license }) => !permitted.includes(license)).map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });

  it("quote the license of each package, also of those without a file, and the notices that Apache's license requires", () => {
    expect(packages.filter(({ text }) => !/copyright|public domain/i.test(text)).map(({ name }) => name)).toEqual([]);
    for (const [name, holder] of [
      ["abstract-logging", "James Sumners"],
      ["upper-case", "Blake Embrey"],
    ]) {
      const { text = "" } = packages.find((each) => each.name === name) ?? {};
      expect(text).toMatch(new RegExp(`^MIT License\n\nCopyright \\(c\\) ${holder}\n\nPermission is hereby granted`));
      expect(noticeOf(packages)).toContain(text);
    }
    expect(packages.find(({ name }) => name === "react")?.text).toContain("Copyright");
  });
});
