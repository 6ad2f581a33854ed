/**
 * Exports the `chart` block: balance or interest over time as a line chart, with periods, the exact figures of each day by
 * pointer and keyboard, a text alternative, and a table with the figures at the ends of the months.
 */
// biome-ignore-all lint/a11y/noRedundantRoles: `display: block` on narrow pages removes the roles of the elements of the table.
import { type PointerEvent, useId, useState } from "react";
import type { ChartBlock } from "../language/blocks.js";
import type { Formats } from "../language/formats.js";
import type { BlockProps, ScreenHandle } from "./block.js";
import {
  axisMoney,
  endsOf,
  longDate,
  money,
  monthEnds,
  type Point,
  parsePoint,
  positionOf,
  type Series,
  scaleOf,
  shortDate,
  ticksOf,
} from "./chart-scale.js";
import { entriesOf, listOf } from "./ordered.js";

interface LineChartProps {
  readonly points: readonly Point[];
  readonly series: Series;
  readonly formats: Formats;
  /** The id of the heading. */
  readonly heading: string;
  /** The chart in one sentence. */
  readonly summary: string;
  readonly names: { readonly [series in Series]: string };
}

/** The largest number of dates below the chart, so that they never overlap. */
const MAX_DATES = 4;

/** The points that get a date label: the last, and evenly spaced points before it. */
function labeledDates(points: readonly Point[]): readonly { readonly date: string; readonly index: number }[] {
  const step = Math.max(1, Math.ceil((points.length - 1) / (MAX_DATES - 1)));
  return points.map(({ date }, index) => ({ date, index })).filter(({ index }) => (points.length - 1 - index) % step === 0);
}

/** The alignment of a date under its point: the first and the last stay inside the chart. */
function alignmentOf(index: number, last: number): "start" | "middle" | "end" {
  if (index === last) return last === 0 ? "middle" : "end";
  return index === 0 ? "start" : "middle";
}

/**
 * The SVG stretches with its container. Its labels must not, so they are HTML elements beside it. The range input over the
 * plot is transparent: arrow keys, touch and the pointer move it from day to day.
 */
function LineChart({ points, series, formats, heading, summary, names }: LineChartProps) {
  const titleId = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const figures = points.map((point) => Number(point[series]));
  const scale = scaleOf(figures);
  const last = points.length - 1;
  const x = (index: number) => (points.length === 1 ? 50 : (index / last) * 100);
  const y = (figure: number) => (1 - positionOf(figure, scale)) * 100;
  const line = figures.map((figure, index) => `${x(index).toFixed(2)},${y(figure).toFixed(2)}`);
  const ticks = ticksOf(scale);
  const labels = axisMoney(ticks, formats);
  const index = Math.min(chosen ?? last, last);
  const point = points[index];
  if (point === undefined) throw new Error("A line chart needs a point.");
  const reading = `${longDate(point.date, formats)}. ${names.balance}: ${money(point.balance, formats)}. ${names.interest}: ${money(point.interest, formats)}.`;
  function follow({ currentTarget, clientX }: PointerEvent<HTMLInputElement>): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) setChosen(Math.min(last, Math.max(0, Math.round(((clientX - left) / width) * last))));
  }
  return (
    <div className="pb-chart-drawing">
      <div className="pb-chart-ticks" aria-hidden="true">
        {ticks.map((tick, position) => (
          <span key={tick} style={{ bottom: `${positionOf(tick, scale) * 100}%` }}>
            {labels[position]}
          </span>
        ))}
      </div>
      <div className="pb-chart-plot">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-labelledby={`${heading} ${titleId}`}>
          <title id={titleId}>{summary}</title>
          {ticks.map((tick) => (
            <line key={tick} className="pb-chart-grid" x1={0} x2={100} y1={y(tick)} y2={y(tick)} />
          ))}
          <polygon className="pb-chart-area" points={`${x(0).toFixed(2)},100 ${line.join(" ")} ${x(last).toFixed(2)},100`} />
          <polyline className="pb-chart-line" points={line.join(" ")} />
          {chosen !== null && <line className="pb-chart-cursor" x1={x(index)} x2={x(index)} y1={0} y2={100} />}
        </svg>
        <span className="pb-chart-end" style={{ left: `${x(index)}%`, top: `${y(figures[index] ?? 0)}%` }} />
        {chosen !== null && (
          <div className="pb-chart-reading" data-side={x(index) > 50 ? "end" : "start"} style={{ left: `${x(index)}%` }} aria-hidden="true">
            <strong>{longDate(point.date, formats)}</strong>
            <span>
              {names.balance} <b>{money(point.balance, formats)}</b>
            </span>
            <span>
              {names.interest} <b>{money(point.interest, formats)}</b>
            </span>
          </div>
        )}
        {last > 0 && (
          <input
            className="pb-chart-pointer"
            type="range"
            min={0}
            max={last}
            value={index}
            aria-labelledby={heading}
            aria-valuetext={reading}
            onChange={({ target }) => setChosen(Number(target.value))}
            onFocus={() => setChosen(index)}
            onBlur={() => setChosen(null)}
            onPointerMove={follow}
            onPointerLeave={({ currentTarget }) => {
              if (document.activeElement !== currentTarget) setChosen(null);
            }}
          />
        )}
      </div>
      <div className="pb-chart-dates" aria-hidden="true">
        {labeledDates(points).map(({ date, index: position }) => (
          <span key={date} data-side={alignmentOf(position, last)} style={{ left: `${x(position)}%` }}>
            {shortDate(date, formats)}
          </span>
        ))}
      </div>
    </div>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly options: readonly { readonly key: string; readonly label: string }[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

/** Buttons of which one is pressed. */
function Toggle({ label, options, chosen, onChoose }: ToggleProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form
    <div className="pb-chart-toggle" role="group" aria-label={label}>
      {options.map(({ key, label: name }) => (
        <button key={key} type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
          {name}
        </button>
      ))}
    </div>
  );
}

interface FiguresProps {
  readonly figures: ChartBlock["figures"];
  readonly points: readonly Point[];
  readonly heading: string;
  readonly screen: ScreenHandle;
}

/** On a narrow page, the labels of the cells are shown in place of the header. */
function FiguresTable({ figures, points, heading, screen }: FiguresProps) {
  const { formats } = screen;
  const [balanceLabel, interestLabel] = [screen.text(figures.balance), screen.text(figures.interest)];
  return (
    <details className="pb-chart-figures">
      <summary>{screen.text(figures.open)}</summary>
      <div className="pb-table-frame">
        <table className="pb-table" role="table" aria-labelledby={heading}>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">
                {screen.text(figures.date)}
              </th>
              <th scope="col" role="columnheader" className="pb-end">
                {balanceLabel}
              </th>
              <th scope="col" role="columnheader" className="pb-end">
                {interestLabel}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {monthEnds(points).map(({ date, balance, interest }) => (
              <tr key={date} role="row">
                <th scope="row" role="rowheader">
                  {longDate(date, formats)}
                </th>
                <td role="cell" data-label={balanceLabel} className="pb-end">
                  {money(balance, formats)}
                </td>
                <td role="cell" data-label={interestLabel} className="pb-end">
                  {money(interest, formats)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The periods that show something else than the one before: the shortest that has all points is the last. */
function periodsOf(ranges: ChartBlock["ranges"], count: number) {
  const all = ranges === undefined ? [] : entriesOf(ranges.periods);
  const whole = all.findIndex(({ days }) => days >= count);
  return whole === -1 ? all : all.slice(0, whole + 1);
}

export function Chart({ block, screen }: BlockProps<ChartBlock>) {
  const heading = useId();
  const [series, setSeries] = useState<Series>("balance");
  const [wanted, setWanted] = useState<string | null>(null);
  const { formats } = screen;
  const { figures, ranges } = block;
  const all = listOf(screen.value(block.points), `"points" of the chart "${block.key}"`).map(parsePoint);
  const periods = periodsOf(ranges, all.length);
  const period = periods.find(({ key }) => key === wanted) ?? periods.at(-1);
  const points = period === undefined ? all : all.slice(-period.days);
  const ends = endsOf(points, series);
  const names = { balance: screen.text(figures.balance), interest: screen.text(figures.interest) };
  return (
    <section className="pb-chart" aria-labelledby={heading}>
      <h2 id={heading} className="pb-heading">
        {screen.text(block.heading)}
      </h2>
      {ends === null ? (
        <p className="pb-empty">{screen.text(block.empty.text)}</p>
      ) : (
        <>
          {ranges !== undefined && (
            <div className="pb-chart-choices">
              <Toggle
                label={screen.text(ranges.series)}
                options={(["balance", "interest"] as const).map((key) => ({ key, label: names[key] }))}
                chosen={series}
                onChoose={(key) => setSeries(key === "interest" ? "interest" : "balance")}
              />
              {period !== undefined && periods.length > 1 && (
                <Toggle
                  label={screen.text(ranges.label)}
                  options={periods.map(({ key, label }) => ({ key, label: screen.text(label) }))}
                  chosen={period.key}
                  onChoose={setWanted}
                />
              )}
            </div>
          )}
          <LineChart
            points={points}
            series={series}
            formats={formats}
            heading={heading}
            summary={screen.text(block.summary, ends)}
            names={names}
          />
          <FiguresTable figures={figures} points={points} heading={heading} screen={screen} />
        </>
      )}
    </section>
  );
}
