/** Exports the `chart` block: balance over time as a line chart, with a text alternative and a table of the figures. */
import { useId } from "react";
import type { ChartBlock } from "../language/blocks.js";
import type { Formats } from "../language/formats.js";
import type { BlockProps } from "./block.js";
import { axisMoney, longDate, money, type Point, parsePoint, positionOf, scaleOf, shortDate, ticksOf } from "./chart-scale.js";
import { listOf } from "./ordered.js";

interface LineChartProps {
  readonly points: readonly Point[];
  readonly formats: Formats;
  /** The id of the heading. */
  readonly heading: string;
  /** The chart in one sentence. */
  readonly summary: string;
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

/** The SVG stretches with its container. Its labels must not, so they are HTML elements beside it. */
function LineChart({ points, formats, heading, summary }: LineChartProps) {
  const titleId = useId();
  const scale = scaleOf(points.map(({ balance }) => Number(balance)));
  const x = (index: number) => (points.length === 1 ? 50 : (index / (points.length - 1)) * 100);
  const y = (figure: number) => (1 - positionOf(figure, scale)) * 100;
  const line = points.map(({ balance }, index) => `${x(index).toFixed(2)},${y(Number(balance)).toFixed(2)}`);
  const last = points.length - 1;
  const ticks = ticksOf(scale);
  const labels = axisMoney(ticks, formats);
  return (
    <div className="pb-chart-drawing">
      <div className="pb-chart-ticks" aria-hidden="true">
        {ticks.map((tick, index) => (
          <span key={tick} style={{ bottom: `${positionOf(tick, scale) * 100}%` }}>
            {labels[index]}
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
        </svg>
        <span className="pb-chart-end" style={{ left: `${x(last)}%`, top: `${y(Number(points[last]?.balance ?? 0))}%` }} />
      </div>
      <div className="pb-chart-dates" aria-hidden="true">
        {labeledDates(points).map(({ date, index }) => (
          <span key={date} data-side={alignmentOf(index, last)} style={{ left: `${x(index)}%` }}>
            {shortDate(date, formats)}
          </span>
        ))}
      </div>
    </div>
  );
}

export function Chart({ block, screen }: BlockProps<ChartBlock>) {
  const heading = useId();
  const { formats } = screen;
  const points = listOf(screen.value(block.points), `"points" of the chart "${block.key}"`).map(parsePoint);
  const [first] = points;
  const last = points.at(-1);
  return (
    <section className="pb-chart" aria-labelledby={heading}>
      <h2 id={heading} className="pb-heading">
        {screen.text(block.heading)}
      </h2>
      {first === undefined || last === undefined ? (
        <p className="pb-empty">{screen.text(block.empty.text)}</p>
      ) : (
        <>
          <LineChart
            points={points}
            formats={formats}
            heading={heading}
            summary={screen.text(block.summary, { from: first.date, to: last.date, first: first.balance, last: last.balance })}
          />
          <details className="pb-chart-figures">
            <summary>{screen.text(block.figures.open)}</summary>
            <div className="pb-table-frame">
              <table className="pb-table" aria-labelledby={heading}>
                <thead>
                  <tr>
                    <th scope="col">{screen.text(block.figures.date)}</th>
                    <th scope="col" className="pb-end">
                      {screen.text(block.figures.balance)}
                    </th>
                    <th scope="col" className="pb-end">
                      {screen.text(block.figures.interest)}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {points.map(({ date, balance, interest }) => (
                    <tr key={date}>
                      <th scope="row">{longDate(date, formats)}</th>
                      <td className="pb-end">{money(balance, formats)}</td>
                      <td className="pb-end">{money(interest, formats)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </section>
  );
}
