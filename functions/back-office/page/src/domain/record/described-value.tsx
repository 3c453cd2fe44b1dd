import type { Described } from './describe-value.ts';
import './described-value.css';

/** A value of the record, including nested ones. */
export function DescribedValue({ value }: { value: Described }) {
  if (typeof value === 'string') return value;
  if ('list' in value) {
    return (
      <ul className="described-list">
        {value.list.map((item, index) => (
          <li key={index}>{item}</li>
        ))}
      </ul>
    );
  }
  return (
    <dl className="described-pairs">
      {value.pairs.map(([name, member]) => (
        <div key={name} className="described-pairs__pair">
          <dt className="described-pairs__name">{name}</dt>
          <dd className="described-pairs__value">
            <DescribedValue value={member} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
