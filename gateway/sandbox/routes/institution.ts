/** Exports the routes of the institution: branding, service, banners, FAQs, device, places. */
import { dayOf } from "../../calendar/banking-days.js";
import { rateOn } from "../accounts.js";
import { noticeOf } from "../announcements.js";
import { readData } from "../data.js";
import { findDevice } from "../devices.js";
import { type Route, route, sessionOf } from "../http/route.js";
import { institutionOf } from "../institutions.js";
import { yieldOfRate } from "../interest.js";

interface Faq {
  readonly uuid: string;
  readonly question: string;
  readonly answer: string;
  readonly category: string;
}
interface Place {
  readonly id: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

const faqs = readData<readonly Faq[]>("faqs");
const places = readData<readonly Place[]>("places");
const MAX_PLACES = 6;

export const institutionRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/branding",
    auth: "open",
    summary: "Returns the name, look, and rules of the institution that `X-Brand` names.",
    response: "Branding",
    async handler({ work, brand }) {
      const { name, short_name, slug, emails, logos, color_primary, color_secondary, show_fdic, link_restriction } = brand;
      const today = dayOf(work.at);
      const rate = await rateOn(work, brand, today);
      return {
        data: {
          name,
          short_name,
          slug,
          emails: { support: emails.support },
          logos,
          color_primary,
          color_secondary,
          show_fdic,
          password_requirements: institutionOf(slug).password_requirements,
          completed_at: null,
          link_restriction,
          product: { apy: yieldOfRate(rate), rate, as_of: today },
        },
      };
    },
  }),
  route({
    method: "GET",
    path: "/service",
    auth: "open",
    summary: "Returns the service status and any notice.",
    response: "Service",
    async handler({ work, brand }) {
      return { data: { available: true, notice: await noticeOf(work, brand) } };
    },
  }),
  route({
    method: "GET",
    path: "/banner-alerts",
    auth: "open",
    summary: "Returns the institution's banners.",
    query: "BannerQuery",
    response: "Banner[]",
    async handler({ work, brand, query }) {
      let rows = work.db
        .selectFrom("banners")
        .select(["uuid", "type", "message"])
        .where("brand", "=", brand.slug)
        .orderBy("created_at", "desc");
      if (query.active === "true") rows = rows.where("active", "=", true);
      return { data: await rows.execute() };
    },
  }),
  route({
    method: "GET",
    path: "/faqs",
    auth: "full",
    summary: "Returns the frequently asked questions.",
    response: "Faq[]",
    async handler({ brand }) {
      return {
        data: faqs.map((faq) => ({
          ...faq,
          answer: faq.answer.replaceAll("{name}", brand.name).replaceAll("{email}", brand.emails.support),
        })),
      };
    },
  }),
  route({
    method: "GET",
    path: "/device-info",
    auth: "full",
    summary: "Returns what is stored about this device (cookie `device_token`).",
    response: "DeviceInfo",
    async handler(call) {
      const device = await findDevice(call.work, sessionOf(call).userUuid, call.cookies.get("device_token"));
      return { data: { uuid: device?.uuid ?? null, name: device?.name ?? null, remembered: device !== null } };
    },
  }),
  route({
    method: "GET",
    path: "/x/places",
    auth: "full",
    summary: "Returns addresses that match the start of a street address.",
    query: "PlacesQuery",
    response: "Place[]",
    extension: "places",
    async handler({ query }) {
      const words = (query.search ?? "")
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean);
      const found =
        words.length === 0
          ? []
          : places.filter((place) =>
              words.every((word) => `${place.street} ${place.city} ${place.state} ${place.zip}`.toLowerCase().includes(word)),
            );
      return { data: found.slice(0, MAX_PLACES) };
    },
  }),
];
