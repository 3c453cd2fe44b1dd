import { useState } from 'react';
import { useTranslate } from '../../language/use-language.ts';

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
      <summary>{t('ui.as_table')}</summary>
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
