import { useId } from "react";
import type { BlockProps } from "./block.js";
import { axisMoney, longDate, money, type Point, placeOf, pointOf, scaleOf, shortDate, ticksOf } from "./chart-figures.js";
import { listOf } from "./ordered.js";
import type { ChartShape } from "./shapes.js";

interface DrawnProps {
  readonly points: readonly Point[];
  readonly locale: string;
  /** Id of the heading, and the chart in one sentence. */
  readonly heading: string;
  readonly said: string;
}

/** At most this many dates below the chart, so that they never touch. */
const DATES = 4;

/** The points whose dates are written, by their places: the last, and as many before it as there is room for. */
function datedOf(points: readonly Point[]): readonly { readonly date: string; readonly index: number }[] {
  const step = Math.max(1, Math.ceil((points.length - 1) / (DATES - 1)));
  return points.map(({ date }, index) => ({ date, index })).filter(({ index }) => (points.length - 1 - index) % step === 0);
}

/** How a date stands under its point: the outermost within the drawing, the rest centred. */
function sideOf(index: number, last: number): "start" | "middle" | "end" {
  if (index === last) return last === 0 ? "middle" : "end";
  return index === 0 ? "start" : "middle";
}

/** The drawing stretches with its place; its words do not, and stand beside it. */
function Line({ points, locale, heading, said }: DrawnProps) {
  const gist = useId();
  const scale = scaleOf(points.map(({ balance }) => Number(balance)));
  const x = (index: number) => (points.length === 1 ? 50 : (index / (points.length - 1)) * 100);
  const y = (figure: number) => (1 - placeOf(figure, scale)) * 100;
  const line = points.map(({ balance }, index) => `${x(index).toFixed(2)},${y(Number(balance)).toFixed(2)}`);
  const last = points.length - 1;
  const ticks = ticksOf(scale);
  const labels = axisMoney(ticks, locale);
  return (
    <div className="pb-chart-drawing">
      <div className="pb-chart-ticks" aria-hidden="true">
        {ticks.map((tick, index) => (
          <span key={tick} style={{ bottom: `${placeOf(tick, scale) * 100}%` }}>
            {labels[index]}
          </span>
        ))}
      </div>
      <div className="pb-chart-plot">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-labelledby={`${heading} ${gist}`}>
          <title id={gist}>{said}</title>
          {ticks.map((tick) => (
            <line key={tick} className="pb-chart-grid" x1={0} x2={100} y1={y(tick)} y2={y(tick)} />
          ))}
          <polygon className="pb-chart-area" points={`${x(0).toFixed(2)},100 ${line.join(" ")} ${x(last).toFixed(2)},100`} />
          <polyline className="pb-chart-line" points={line.join(" ")} />
        </svg>
        <span className="pb-chart-end" style={{ left: `${x(last)}%`, top: `${y(Number(points[last]?.balance ?? 0))}%` }} />
      </div>
      <div className="pb-chart-dates" aria-hidden="true">
        {datedOf(points).map(({ date, index }) => (
          <span key={date} data-side={sideOf(index, last)} style={{ left: `${x(index)}%` }}>
            {shortDate(date, locale)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Balance and interest over time: a drawing, its gist in words, and the figures themselves. */
export function Chart({ block, screen }: BlockProps<ChartShape>) {
  const heading = useId();
  const { locale } = screen;
  const points = listOf(screen.value(block.points), `"points" of the chart "${block.key}"`).map(pointOf);
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
          <Line
            points={points}
            locale={locale}
            heading={heading}
            said={screen.text(block.gist, { from: first.date, to: last.date, first: first.balance, last: last.balance })}
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
                      <th scope="row">{longDate(date, locale)}</th>
                      <td className="pb-end">{money(balance, locale)}</td>
                      <td className="pb-end">{money(interest, locale)}</td>
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
