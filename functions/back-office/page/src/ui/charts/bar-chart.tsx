import type { ReactNode } from 'react';
import { ChartData, Frame, Legend, yOf } from './frame.tsx';
import { type ChartTone, labelledPositions, scaleOf, toneAt, toneStyle } from './geometry.ts';
import './charts.css';
import './linked-bars.css';

/** Of the place that a bar has, at most in pixels. */
const WIDEST = 36;
const FILLED = 0.72;

interface BarChartProps {
  /** What it shows, for assistive technology. */
  label: string;
  /** What a bar counts, such as a day. */
  header: string;
  /** Names of the parts that a bar is stacked of; of one alone there is no legend. */
  series: readonly { name: string; tone?: ChartTone }[];
  /** A bar for each, with a value of each series. `href`: the view that lists what it counts, where it counts any. */
  bars: readonly { label: string; values: readonly number[]; href?: string }[];
  formatValue: (value: number) => string;
  /** In pixels. */
  height?: number;
}

/** A bar for each day or group, stacked where there are more series than one, and the same as a table. */
export function BarChart({ label, header, series, bars, formatValue, height = 200 }: BarChartProps) {
  const toned = series.map(({ name, tone }, index) => ({ name, tone: tone ?? toneAt(index) }));
  const sums = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const scale = scaleOf(sums, 4, true);
  const centre = (index: number) => (index + 0.5) / bars.length;
  return (
    <div className="ui-chart">
      {series.length > 1 && <Legend items={toned} />}
      <Frame
        label={label}
        hasLinks={bars.some(({ href }) => href !== undefined)}
        height={height}
        scale={scale}
        formatValue={formatValue}
        labels={(most) => labelledPositions(bars.length, most).map((at) => ({ at: centre(at), text: bars[at]!.label }))}
        nearest={(at) => (bars.length === 0 ? null : Math.min(Math.floor(at * bars.length), bars.length - 1))}
        tip={(index) => ({
          at: centre(index),
          content: (
            <>
              <div className="ui-chart__tip-title">{bars[index]!.label}</div>
              {series.length > 1 ? (
                <Legend
                  items={toned.map((one, of) => ({ ...one, value: formatValue(bars[index]!.values[of] ?? 0) }))}
                />
              ) : (
                <b>{formatValue(sums[index]!)}</b>
              )}
            </>
          ),
        })}
      >
        {(area, pointed) => {
          const place = (area.right - area.left) / bars.length;
          const width = Math.min(place * FILLED, WIDEST);
          return bars.map(({ label: name, values, href }, index) => {
            const x = area.left + centre(index) * (area.right - area.left) - width / 2;
            let below = 0;
            const parts = values.map((value, of) => {
              const from = yOf(below, scale, area);
              below += value;
              const to = yOf(below, scale, area);
              const dim = pointed !== null && pointed !== index ? ' ui-chart__bar--dim' : '';
              return (
                <rect
                  key={`${name} ${toned[of]!.name}`}
                  className={`ui-chart__bar${dim}`}
                  style={toneStyle(toned[of]!.tone)}
                  x={x}
                  y={to}
                  width={width}
                  height={Math.max(from - to, 0)}
                  rx={series.length === 1 ? Math.min(3, width / 4) : 0}
                />
              );
            });
            if (href === undefined || sums[index] === 0) return parts;
            return (
              <a key={name} href={href} aria-label={`${name}: ${formatValue(sums[index]!)}`}>
                {/* The whole height: a short bar would be too small a target. */}
                <rect
                  className="ui-chart__target"
                  x={area.left + index * place}
                  y={area.top}
                  width={place}
                  height={area.bottom - area.top}
                />
                {parts}
              </a>
            );
          });
        }}
      </Frame>
      <ChartData
        label={label}
        header={header}
        series={series.map(({ name }) => name)}
        rows={bars.map(({ label: name, values }) => ({ label: name, values: values.map(formatValue) }))}
      />
    </div>
  );
}

/** A part of a chart, which links to what it counts. */
export interface LinkedPart {
  id: string;
  name: ReactNode;
  value: number;
  /** The value in words. */
  text: string;
  tone: ChartTone;
  /** Without it, the part leads nowhere. */
  href?: string | undefined;
}

interface LinkedBarsProps {
  /** What it shows, for assistive technology. */
  label: string;
  parts: readonly LinkedPart[];
  /** Of which the bars are parts; by default the greatest value. */
  whole?: number;
}

/** A horizontal bar for each part, with its name and value as text. */
export function LinkedBars({ label, parts, whole }: LinkedBarsProps) {
  const most = whole ?? Math.max(...parts.map(({ value }) => value));
  return (
    <ul className="ui-linked-bars ui-list ui-column" aria-label={label}>
      {parts.map(({ id, name, value, text, tone, href }) => (
        <li key={id}>
          <Linked href={href}>
            <span className="ui-line ui-baseline ui-between ui-gap-4">
              <span>{name}</span>
              <b className="ui-strong ui-digits ui-text-end">{text}</b>
            </span>
            <span className="ui-linked-bars__track ui-meter" aria-hidden="true">
              <span style={{ ...toneStyle(tone), inlineSize: `${most > 0 ? (100 * value) / most : 0}%` }} />
            </span>
          </Linked>
        </li>
      ))}
    </ul>
  );
}

/** Parts of a whole as one bar, with their names and values below it. Parts without pages are left out. */
export function PartsBar({ label, parts }: { label: string; parts: readonly LinkedPart[] }) {
  const shown = parts.filter(({ value }) => value > 0);
  return (
    <div>
      <div className="ui-parts-bar" aria-hidden="true">
        {shown.map(({ id, value, tone, href }) => (
          <a key={id} href={href} tabIndex={-1} style={{ ...toneStyle(tone), flexGrow: value }} />
        ))}
      </div>
      <ul className="ui-linked-bars ui-parts-list ui-list ui-column" aria-label={label}>
        {shown.map(({ id, name, text, tone, href }) => (
          <li key={id} style={toneStyle(tone)}>
            <Linked href={href} layout="ui-line ui-baseline ui-between ui-gap-4">
              <span>{name}</span>
              <b className="ui-strong ui-digits ui-text-end">{text}</b>
            </Linked>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LinkedProps {
  href: string | undefined;
  layout?: string;
  children: ReactNode;
}

function Linked({ href, layout = 'ui-block', children }: LinkedProps) {
  const Element = href === undefined ? 'span' : 'a';
  return (
    <Element className={`ui-linked ${layout}`} href={href}>
      {children}
    </Element>
  );
}
