import {
  createContext,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { type ChartTone, positionOf, type Scale, toneStyle } from './geometry.ts';

const TOP = 8;
const BOTTOM = 24;
/** Width of a character of a label, in pixels. */
const CHARACTER = 8;
/** Of a label below the axis, with the space to the next. */
const LABEL_WIDTH = 84;

/** Where the drawing of a chart is, in pixels. */
interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface FrameProps {
  /** What the chart shows, and its main result. */
  label: string;
  /** In pixels. */
  height: number;
  scale: Scale;
  formatValue: (value: number) => string;
  /** Above is less, as with ranks. */
  isReversed?: boolean;
  /** Positions from 0 to 1 that have a label below the axis, with as many labels as there is room for. */
  labels: (most: number) => { at: number; text: string }[];
  /** The index of what is nearest to a position from 0 to 1. */
  nearest: (at: number) => number | null;
  /** Of what the pointer is at. */
  tip: (index: number) => { at: number; content: ReactNode };
  /** What is drawn contains links, so that it is more than an image. */
  hasLinks?: boolean;
  children: (area: Area, pointed: number | null) => ReactNode;
}

/** Axes of a chart, and what is shown at the pointer. */
export function Frame(props: FrameProps) {
  const {
    label,
    height,
    scale,
    formatValue,
    isReversed = false,
    labels,
    nearest,
    tip,
    children,
    hasLinks = false,
  } = props;
  const [element, width] = useWidth();
  const [pointed, setPointed] = useState<number | null>(null);
  const widest = Math.max(...scale.ticks.map((tick) => formatValue(tick).length));
  const area = { left: useAxisWidth(widest * CHARACTER + 8), right: width - 8, top: TOP, bottom: height - BOTTOM };
  const room = Math.max(area.right - area.left, 1);
  const shown = pointed === null ? null : tip(pointed);

  function onMove(event: PointerEvent<SVGSVGElement>) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setPointed(nearest(Math.min(Math.max((x - area.left) / room, 0), 1)));
  }
  return (
    <div className="ui-chart__plot" ref={element} style={{ height }}>
      {width > 0 && (
        <svg
          role={hasLinks ? 'group' : 'img'}
          aria-label={label}
          width={width}
          height={height}
          onPointerMove={onMove}
          onPointerDown={onMove}
          onPointerLeave={() => setPointed(null)}
        >
          {scale.ticks.map((tick) => {
            const y = yOf(tick, scale, area, isReversed);
            return (
              <g key={tick}>
                <line className="ui-chart__grid" x1={area.left} x2={area.right} y1={y} y2={y} />
                <text className="ui-chart__label" x={area.left - 8} y={y + 4} textAnchor="end">
                  {formatValue(tick)}
                </text>
              </g>
            );
          })}
          {labels(Math.max(2, Math.floor(room / LABEL_WIDTH))).map(({ at, text }) => (
            <text
              key={at}
              className="ui-chart__label"
              x={area.left + at * room}
              y={height - 6}
              textAnchor={at < 0.04 ? 'start' : at > 0.96 ? 'end' : 'middle'}
            >
              {text}
            </text>
          ))}
          {children(area, pointed)}
        </svg>
      )}
      {shown && (
        <div
          className="ui-chart__tip"
          style={
            shown.at > 0.5
              ? { right: width - area.left - shown.at * room + 12 }
              : { left: area.left + shown.at * room + 12 }
          }
        >
          {shown.content}
        </div>
      )}
    </div>
  );
}

/** The widths of the axes of several charts, by an id of each. */
const AxisWidths = createContext<{
  widest: number;
  report: (id: string, width: number | null) => void;
} | null>(null);

/** Charts in it begin at the same left edge, so that the same days are below one another. */
export function SameAxis({ children }: { children: ReactNode }) {
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map());
  const report = useCallback((id: string, width: number | null) => {
    setWidths((known) => {
      const next = new Map(known);
      if (width === null) next.delete(id);
      else next.set(id, width);
      return next;
    });
  }, []);
  const widest = Math.max(0, ...widths.values());
  const shared = useMemo(() => ({ widest, report }), [widest, report]);
  return <AxisWidths value={shared}>{children}</AxisWidths>;
}

/** Returns the width of a chart's axis, in pixels: its own, or that of the widest one beside it. */
function useAxisWidth(own: number): number {
  const id = useId();
  const shared = useContext(AxisWidths);
  const report = shared?.report;
  useLayoutEffect(() => {
    report?.(id, own);
    return () => report?.(id, null);
  }, [id, own, report]);
  return Math.max(own, shared?.widest ?? 0);
}

/** The height of a value in the drawing. */
export function yOf(value: number, scale: Scale, { top, bottom }: Area, isReversed = false): number {
  const position = positionOf(value, scale);
  return isReversed ? top + position * (bottom - top) : bottom - position * (bottom - top);
}

/** What the colours of a chart mean. */
export function Legend({ items }: { items: readonly { name: string; value?: string; tone: ChartTone }[] }) {
  return (
    <ul className="ui-legend ui-list ui-row ui-gap-wide ui-small">
      {items.map(({ name, value, tone }) => (
        <li key={name} className="ui-legend__item ui-line ui-center ui-shrink" style={toneStyle(tone)}>
          <span>{name}</span>
          {value !== undefined && <b className="ui-strong ui-digits">{value}</b>}
        </li>
      ))}
    </ul>
  );
}

interface Row {
  label: string;
  values: readonly string[];
}

interface ChartDataProps {
  /** Name of the table, for assistive technology. */
  label: string;
  /** Header of the first column. */
  header: string;
  series: readonly string[];
  /** The rows, or a function that makes them when the table is opened. */
  rows: readonly Row[] | (() => readonly Row[]);
}

/** What a chart shows, as a table that opens below it. A closed table has no rows: a view may have many charts. */
export function ChartData({ label, header, series, rows }: ChartDataProps) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const shown = !isOpen ? [] : typeof rows === 'function' ? rows() : rows;
  return (
    <details className="ui-chart__data" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="ui-summary">{t('ui.as_table')}</summary>
      <div role="region" aria-label={label} tabIndex={0}>
        <table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{header}</th>
              {series.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ label, values }, index) => (
              // Two values of one day have the same label.
              <tr key={`${index} ${label}`}>
                <th scope="row">{label}</th>
                {values.map((value, index) => (
                  <td key={series[index]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The width of an element in pixels, kept up to date; 0 until it is known. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(element.current!);
    setWidth(Math.floor(element.current!.clientWidth));
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
