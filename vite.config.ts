/** Exports the Vite configuration of the app: its build, and its development server. */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { packageSubset } from "./src/app/package-subset.js";
import { blueprintIcons } from "./src/theme/blueprint-icons.js";
import { blueprintSubset } from "./src/theme/blueprint-subset.js";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Each file with code of a block that is loaded apart (`src/blocks/blocks.ts`), after the block. */
const BLOCK_FILES: readonly (readonly [block: string, file: RegExp])[] = [
  ["form", /^assets\/Form-[^/]*\.js$/],
  ["form", /^assets\/forms-[^/]*\.js$/],
  ["chart", /^assets\/Chart-[^/]*\.js$/],
];

/** A built file of the browser. */
function fileOf(files: readonly string[], pattern: RegExp): string {
  const file = files.find((name) => pattern.test(name));
  if (file === undefined) throw new Error(`The build has no file ${pattern.source}.`);
  return file;
}

/** Changes the built page; `change` receives the names of the built files. */
const changedPage = (name: string, change: (html: string, files: readonly string[]) => string): Plugin => ({
  name,
  apply: "build",
  transformIndexHtml: { order: "post", handler: (html, { bundle = {} }) => change(html, Object.keys(bundle)) },
});

/**
 * Scripts load after the styles and the logo, with which the browser paints the frame of the page (`gateway/frame.ts`). The
 * code of blocks that are loaded apart loads with the first scripts instead of after them; with a session, that of forms
 * loads while the screen waits for its data (`withoutFormFiles`).
 */
const scriptsAfterFrame = changedPage("scripts-after-frame", (html, files) => {
  const preloads = BLOCK_FILES.map(
    ([block, pattern]) => `<link rel="modulepreload" data-block="${block}" crossorigin href="/${fileOf(files, pattern)}">\n  `,
  );
  return html
    .replace("</head>", `${preloads.join("")}</head>`)
    .replace(/<(script type="module"|link rel="modulepreload") /g, '<$1 fetchpriority="low" ');
});

/**
 * The first use of `Intl` in a page reads the data of its locales, which takes 100 ms on a slow phone. This script does it
 * while the styles load, when the page has nothing else to do.
 */
const localeData: Plugin = {
  ...changedPage("locale-data", (html, files) => {
    const script = `<script async fetchpriority="high" src="/${fileOf(files, /^assets\/locale-data-[^/]*\.js$/)}"></script>`;
    return html.replace(/<link rel="stylesheet"/, (link) => `${script}\n    ${link}`);
  }),
  generateBundle() {
    if (this.environment.name !== "client") return;
    this.emitFile({ type: "asset", name: "locale-data.js", source: "new Intl.NumberFormat();\nnew Intl.DateTimeFormat();\n" });
  },
};

const LATIN_FONT = /^assets\/([a-z-]+-latin-\d+-normal)-[^/]*\.woff2$/;

/** Links to the files with Latin letters: the gateway keeps those of the brand's typefaces, which load while the styles do. */
const fontLinks = changedPage("font-links", (html, files) => {
  // Throws without any.
  fileOf(files, LATIN_FONT);
  const links = files.flatMap((file) => {
    const name = LATIN_FONT.exec(file)?.[1];
    return name === undefined
      ? []
      : [`<link rel="preload" as="font" type="font/woff2" crossorigin data-font="${name}" href="/${file}">\n    `];
  });
  return html.replace(/<link rel="stylesheet"/, (link) => links.join("") + link);
});

/** Beside the files of the browser: the gateway serves no path with a name that begins with a dot. */
const PRERENDER_FOLDER = "dist/.prerender";

export default defineConfig({
  plugins: [react(), packageSubset, blueprintIcons, scriptsAfterFrame, localeData, fontLinks],
  css: { postcss: { plugins: [blueprintSubset] } },
  resolve: {
    alias: [
      // graphql-request imports graphql's parser and printer only for documents that are not strings; ours are strings.
      { find: /^graphql$/, replacement: here("./src/api/graphql-stub.ts") },
      // rjsf renders Markdown; our texts in rjsf are plain text.
      { find: /^markdown-to-jsx\/react$/, replacement: here("./src/app/markdown-stub.tsx") },
      // rjsf resolves references between schemas; the compiler replaces them by what they name.
      { find: /^fast-uri$/, replacement: here("./src/theme/fast-uri-stub.ts") },
      // rjsf's registry contains widgets and templates that the theme replaces, and fields that flows cannot name.
      { find: /^\.\.\/getDefaultRegistry\.js$/, replacement: here("./src/theme/rjsf-registry.ts") },
      // Blueprint's `Icon` can load an icon by its name; the loader contains the names of all icons.
      { find: /^\.\/iconLoader$/, replacement: here("./src/theme/blueprint-icon-loader-stub.ts") },
      // The compiler parses the messages; the browser only formats them.
      { find: /^@formatjs\/icu-messageformat-parser$/, replacement: "@formatjs/icu-messageformat-parser/no-parser.js" },
    ],
  },
  // The gateway runs the development server in middleware mode, on its own origin.
  appType: "custom",
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // No inline assets: the content security policy has no exceptions, and every asset is cached by its hash.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    target: "es2022",
    rolldownOptions: {
      output: {
        assetFileNames: "assets/[name]-[hash][extname]",
        chunkFileNames: "assets/[name]-[hash].js",
        entryFileNames: "assets/[name]-[hash].js",
        // V8 compiles the functions of a form while it loads the script, not one by one while a depositor waits for the first form.
        postBanner: ({ name }) => (name === "Form" || name === "forms" ? "//# allFunctionsCalledOnLoad" : ""),
        // Packages that a release seldom changes stay in the browser's cache.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|recoil)\// },
            { name: "forms", test: /node_modules\/@rjsf\// },
          ],
        },
      },
    },
  },
  // The same components for the gateway, which renders a visitor's first screen: one module that imports no package.
  environments: {
    ssr: {
      define: { "process.env.NODE_ENV": '"production"' },
      resolve: { noExternal: true },
      build: {
        ssr: true,
        outDir: PRERENDER_FOLDER,
        emitAssets: false,
        copyPublicDir: false,
        minify: true,
        target: "node20",
        rolldownOptions: { input: here("./src/app/prerender.tsx"), output: { entryFileNames: "prerender.js", codeSplitting: false } },
      },
    },
  },
  builder: {
    async buildApp({ build, environments: { client, ssr } }) {
      if (client === undefined || ssr === undefined) throw new Error("Vite has no environments to build.");
      await build(client);
      await build(ssr);
    },
  },
});
