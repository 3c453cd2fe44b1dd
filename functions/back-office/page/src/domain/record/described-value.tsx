import { useState } from 'react';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { SiteText } from '../../shared/site-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Table } from '../../ui/table.tsx';
import { Missing } from '../../ui/missing.tsx';
import { Badge } from '../../ui/values.tsx';
import { type Described, inOneLine, type Writing } from './describe-value.ts';
import './record.css';

/** Items of a list that are shown at first. */
const FIRST = 10;

interface TableRow {
  cells: Described[];
  key: string;
}

/** A value of the record. @param label its name, for assistive technology */
export function DescribedValue({ value, label = '' }: { value: Described; label?: string }) {
  if (typeof value === 'string') return value;
  if ('missing' in value) return <Missing reason={value.missing ?? undefined} isExplained={value.missing !== null} />;
  if ('site' in value) return <SiteText>{value.site}</SiteText>;
  if ('mark' in value) return <Badge tone={value.isGood ? 'good' : 'warn'}>{value.mark}</Badge>;
  if ('list' in value) return <DescribedList of={value} />;
  if ('pairs' in value) return <DescribedPairs of={value.pairs} />;
  return (
    <div className="record-table">
      <Table<TableRow>
        label={label}
        rows={value.rows.map((cells, index) => ({ cells, key: String(index) }))}
        keyOf={({ key }) => key}
        columns={value.head.map((header, index) => ({
          id: String(index),
          header,
          cell: ({ cells }) => <DescribedValue value={cells[index]!} label={header} />,
        }))}
      />
    </div>
  );
}

function DescribedList({ of: { list, more } }: { of: Extract<Described, { list: Described[] }> }) {
  const t = useTranslate();
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && list.length > FIRST;
  return (
    <>
      <ul className={isCut ? 'ui-list ui-cut' : 'ui-list'}>
        {list.map((item, index) => (
          <li key={index}>
            <DescribedValue value={item} />
          </li>
        ))}
      </ul>
      {isCut && <Button onPress={() => setWhole(true)}>{t('record.show_all', { count: list.length })}</Button>}
      {more > 0 && <span className="ui-quiet ui-anywhere">{t('overview.more', { count: more })}</span>}
    </>
  );
}

/** Members that need the whole width come after the others. */
function DescribedPairs({ of }: { of: Extract<Described, { pairs: unknown }>['pairs'] }) {
  const tables = of.filter(([, value]) => isTable(value));
  return (
    <>
      <dl className="record-pairs">
        {of
          .filter(([, value]) => !isTable(value))
          .map(([name, value]) => (
            <div key={name}>
              <dt className="ui-quiet ui-anywhere">{name}</dt>
              <dd className="ui-anywhere">
                {isShort(value) ? inOneLine(value) : <DescribedValue value={value} label={name} />}
              </dd>
            </div>
          ))}
      </dl>
      {tables.map(([name, value]) => (
        <div key={name}>
          <p className="record-table__title ui-quiet ui-small ui-strong">{name}</p>
          <DescribedValue value={value} label={name} />
        </div>
      ))}
    </>
  );
}

const isTable = (value: Described) => typeof value !== 'string' && 'rows' in value;
/** Numbers and the like, which have room on one line. */
const isShort = (value: Described) =>
  typeof value !== 'string' && 'pairs' in value && value.pairs.every(([, one]) => typeof one === 'string');

/** How values are written in the chosen language. */
export function useWriting(isNone: Writing['isNone']): Writing {
  return { t: useTranslate(), format: useFormat(), isNone };
}
