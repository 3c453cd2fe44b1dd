import { useTranslate } from '../../language/use-translate.ts';

interface ChartDataProps {
  /** Name of the table, for assistive technology. */
  label: string;
  /** Header of the first column. */
  header: string;
  series: readonly string[];
  rows: readonly { label: string; values: readonly string[] }[];
}

/** What a chart shows, as a table that opens below it. */
export function ChartData({ label, header, series, rows }: ChartDataProps) {
  const t = useTranslate();
  return (
    <details className="ui-chart__data">
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
            {rows.map(({ label, values }) => (
              <tr key={label}>
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
