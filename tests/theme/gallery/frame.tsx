/** Exports the frame of `src/app` for the gallery, without its data. */
import { DocumentIcon, ExchangeIcon, HomeIcon, NotificationsIcon, PersonIcon, TickIcon } from "@blueprintjs/icons";
import type { ReactElement } from "react";
import type { CompiledBlock } from "../../../src/language/bundle.js";
import { Block, type ScreenOptions, screenFor } from "../../blocks/screen-fixture.js";

export interface GalleryPage {
  readonly title: string;
  readonly layout: "auth" | "registration" | "dashboard";
  readonly body: readonly CompiledBlock[];
  readonly screen?: ScreenOptions;
  readonly stage?: number;
  readonly percent?: number;
  readonly notification?: string;
}

const NAVIGATION: readonly (readonly [string, ReactElement])[] = [
  ["Home", <HomeIcon key="home" />],
  ["Transactions", <ExchangeIcon key="transactions" />],
  ["Documents", <DocumentIcon key="documents" />],
  ["Alerts", <NotificationsIcon key="alerts" />],
  ["My Account", <PersonIcon key="account" />],
];

const STAGES = ["Set up credentials", "Tell us about yourself", "Link account", "Fund savings account"];

function Navigation({ className }: { readonly className: string }) {
  return (
    <nav className={className} aria-label="Main">
      <ul>
        {NAVIGATION.map(([label, icon], index) => (
          <li key={label} data-current={index === 0}>
            <a href="#x" className="pb-nav-link">
              <span className="pb-nav-icon">{icon}</span>
              <span className="pb-nav-label">{label}</span>
              {label === "Alerts" && <span className="pb-badge">2</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Stepper({ stage }: { readonly stage: number }) {
  return (
    <ol className="pb-stepper">
      {STAGES.map((label, index) => (
        <li key={label} className="pb-step" data-state={index + 1 < stage ? "done" : index + 1 === stage ? "current" : "todo"}>
          <span className="pb-step-mark">{index + 1 < stage ? <TickIcon /> : index + 1}</span>
          <span className="pb-step-label">{label}</span>
        </li>
      ))}
    </ol>
  );
}

export function Frame({ page, logo, fdic }: { readonly page: GalleryPage; readonly logo: string; readonly fdic: boolean }) {
  const { layout, stage, percent, body, title } = page;
  const screen = screenFor(page.screen);
  const sign = fdic && (
    <p className="pb-fdic">
      <span className="pb-fdic-mark">FDIC</span>
      <span className="pb-fdic-text">FDIC-Insured—Backed by the full faith and credit of the U.S. Government</span>
    </p>
  );
  const brand = (
    <a href="#x" className="pb-logo">
      <img src={logo} alt="Home" />
    </a>
  );
  return (
    <>
      <div className="pb-shell" data-width={layout === "dashboard" ? "wide" : "narrow"}>
        <a className="pb-skip" href="#main">
          Skip to main content
        </a>
        <header className="pb-header">
          {brand}
          <a href="#x" className="pb-logout">
            Log out
          </a>
        </header>
        <aside className="pb-sidebar" aria-label="Bank">
          {brand}
          {layout === "dashboard" && <Navigation className="pb-nav" />}
          {stage !== undefined && <Stepper stage={stage} />}
          <div className="pb-sidebar-foot">
            <a href="#x" className="pb-logout">
              Log out
            </a>
            {sign}
          </div>
        </aside>
        <main className="pb-main" id="main" tabIndex={-1}>
          {percent !== undefined && stage !== undefined && (
            <div className="pb-progress">
              <p className="pb-progress-stage">{`Step ${stage} of 4: ${STAGES[stage - 1]}`}</p>
              <progress className="pb-progress-bar" max={100} value={percent} aria-label="Progress" />
              <span className="pb-progress-percent">{percent}%</span>
            </div>
          )}
          <div className="pb-content">
            <article className="pb-screen">
              {layout === "registration" && (
                <a href="#x" className="pb-back">
                  Back
                </a>
              )}
              <h1 className="pb-title">{title}</h1>
              {body.map((block) => (
                <Block key={block.key} block={block} screen={screen} />
              ))}
            </article>
          </div>
          <footer className="pb-footer">
            <button type="button" className="pb-help">
              Need help? Contact us
            </button>
            {sign}
          </footer>
        </main>
        {layout === "dashboard" && <Navigation className="pb-bottom-nav" />}
      </div>
      <div className="pb-notifications" role="alert">
        {page.notification !== undefined && (
          <div className="pb-notification pb-notification-success">
            <span className="pb-notification-icon">
              <TickIcon />
            </span>
            <p className="pb-notification-message">{page.notification}</p>
          </div>
        )}
      </div>
    </>
  );
}
