import { useId } from "react";
import type { BlockProps } from "./block.js";
import { axisMoney, longDate, money, type Point, placeOf, pointOf, scaleOf, shortDate } from "./chart-figures.js";
import { chartWords } from "./chart-words.js";
import { listOf } from "./ordered.js";
import type { ChartShape } from "./shapes.js";

const WIDTH = 460;
const HEIGHT = 220;
const LEFT = 58;
const BOTTOM = 30;
const TOP = 8;

interface DrawnProps {
  readonly points: readonly Point[];
  readonly locale: string;
  /** Id of the heading, and the chart in one sentence. */
  readonly heading: string;
  readonly said: string;
}

/** At most this many dates below the chart, so that they never touch. */
const DATES = 4;

function Line({ points, locale, heading, said }: DrawnProps) {
  const gist = useId();
  const scale = scaleOf(points.map(({ balance }) => Number(balance)));
  const x = (index: number) => LEFT + (points.length === 1 ? 0.5 : index / (points.length - 1)) * (WIDTH - LEFT - 8);
  const y = (figure: number) => TOP + (1 - placeOf(figure, scale)) * (HEIGHT - TOP - BOTTOM);
  const line = points.map(({ balance }, index) => `${x(index).toFixed(1)},${y(Number(balance)).toFixed(1)}`);
  const floor = HEIGHT - BOTTOM;
  const ticks = [0.1, 0.5, 0.9].map((part) => scale.low + part * (scale.high - scale.low));
  const step = Math.max(1, Math.ceil((points.length - 1) / (DATES - 1)));
  const last = points.length - 1;
  const dated = points
    .map((point, index) => ({ ...point, index }))
    .filter(({ index }) => index === last || (index % step === 0 && last - index >= step / 2));
  return (
    <svg className="pb-chart-drawing" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={`${heading} ${gist}`}>
      <title id={gist}>{said}</title>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="pb-chart-grid" x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
          <text className="pb-chart-tick" x={LEFT - 10} y={y(tick) + 4} textAnchor="end">
            {axisMoney(tick, locale)}
          </text>
        </g>
      ))}
      <polygon className="pb-chart-area" points={`${x(0).toFixed(1)},${floor} ${line.join(" ")} ${x(last).toFixed(1)},${floor}`} />
      <polyline className="pb-chart-line" points={line.join(" ")} />
      <circle className="pb-chart-end" cx={x(last)} cy={y(Number(points[last]?.balance ?? 0))} r={5} />
      {dated.map(({ date, index }) => (
        <text
          key={date}
          className="pb-chart-tick"
          x={x(index)}
          y={HEIGHT - 6}
          textAnchor={index === last ? "end" : index === 0 ? "start" : "middle"}
        >
          {shortDate(date, locale)}
        </text>
      ))}
    </svg>
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
            said={chartWords.summary(
              longDate(first.date, locale),
              longDate(last.date, locale),
              money(first.balance, locale),
              money(last.balance, locale),
            )}
          />
          <details className="pb-chart-figures">
            <summary>{chartWords.table}</summary>
            <div className="pb-table-frame">
              <table className="pb-table" aria-labelledby={heading}>
                <thead>
                  <tr>
                    <th scope="col">{chartWords.date}</th>
                    <th scope="col" className="pb-end">
                      {chartWords.balance}
                    </th>
                    <th scope="col" className="pb-end">
                      {chartWords.interest}
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
