/**
 * Runs the gallery, which renders every block in its frame, for visual review: `npx vite tests/theme/gallery`, then
 * `/?page=form|review|choice|documents|dashboard|empty&brand=harbor|juniper`.
 */
import "../../../src/app/styles/index.css";
import { createRoot } from "react-dom/client";
import harbor from "../../../flows/brands/harbor/brand.json";
import harborLogo from "../../../flows/brands/harbor/logo-hor-color.svg";
import juniper from "../../../flows/brands/juniper/brand.json";
import juniperLogo from "../../../flows/brands/juniper/logo-hor-color.svg";
import { applyBrand } from "../../../src/theme/brand.js";
import type { BrandStyle } from "../../../src/theme/brand-css.js";
import { Frame } from "./frame.js";
import { PAGES } from "./pages.js";

const query = new URLSearchParams(window.location.search);
const isJuniper = query.get("brand") === "juniper";
const style = isJuniper ? juniper : { ...harbor, ...(query.get("primary") ? { color_primary: `#${query.get("primary")}` } : {}) };
applyBrand(document.documentElement, style as BrandStyle);
const name = query.get("page") ?? "form";
const page = PAGES[name];
const root = document.getElementById("root");
if (page === undefined || root === null) throw new Error(`The gallery has no page "${name}". It has: ${Object.keys(PAGES).join(", ")}.`);
createRoot(root).render(<Frame page={page} logo={isJuniper ? juniperLogo : harborLogo} fdic={!isJuniper} />);
