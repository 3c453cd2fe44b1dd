import { useState } from 'react';
import type { WatchCondition } from '../../../contract.ts';
import { changingNames, type MetricName, metricNames, type ValueName } from '../../../../core/record/history-values.ts';
import { useTranslate } from '../language/use-language.ts';
import { SEVERITIES, type Severity } from '../language/issue-texts.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Select } from '../ui/select.tsx';

/** Kinds of conditions with a value that can be chosen. */
const KINDS = [
  ...(['drop', 'rise', 'below', 'above', 'changed', 'new_issues', 'unreachable'] as const),
  ...(['certificate_expires', 'registration_expires'] as const),
] as const;
type Kind = (typeof KINDS)[number];

/** What is entered for a condition. */
interface Entered {
  metric: MetricName;
  field: ValueName;
  severity: Severity;
  amount: string;
}

/** The parts of a new condition, and a button that adds it. */
export function AddCondition({ onAdd }: { onAdd: (condition: WatchCondition) => void }) {
  const t = useTranslate();
  const [kind, setKind] = useState<Kind>('drop');
  const [entered, setEntered] = useState<Entered>({
    ...{ metric: 'seo_score', field: 'title', severity: 'warning', amount: '' },
  });
  const change = (changes: Partial<Entered>) => setEntered({ ...entered, ...changes });
  const isOfMetric = ['drop', 'rise', 'below', 'above'].includes(kind);
  const hasAmount = kind !== 'changed' && kind !== 'new_issues';
  const metrics = metricNames.filter((name) => name !== 'http_status' || kind === 'below' || kind === 'above');
  const named = <Name extends string>(names: readonly Name[]) =>
    names.map((id) => ({ id, text: t(`domain.history.metrics.${id as MetricName}`) }));
  const condition = conditionOf(kind, entered);
  return (
    <div className="watch__new-condition ui-column ui-gap-3">
      <Select
        label={t('watches.new_condition')}
        options={KINDS.map((id) => ({ id, text: t(`watches.new_kinds.${id}`) }))}
        value={kind}
        onChange={setKind}
      />
      {isOfMetric && (
        <Select
          label={t('watches.metric')}
          options={named(metrics)}
          value={entered.metric}
          onChange={(metric) => change({ metric })}
        />
      )}
      {kind === 'changed' && (
        <Select
          label={t('watches.value')}
          options={named(changingNames)}
          value={entered.field}
          onChange={(field) => change({ field })}
        />
      )}
      {kind === 'new_issues' && (
        <Select
          label={t('watches.severity')}
          options={SEVERITIES.map((id) => ({ id, text: t(`watches.severities.${id}`) }))}
          value={entered.severity}
          onChange={(severity) => change({ severity })}
        />
      )}
      {hasAmount && (
        <TextField
          label={t(`watches.amounts.${kind}`)}
          value={entered.amount}
          onChange={(amount) => change({ amount })}
          {...((kind === 'drop' || kind === 'rise') && { hint: t('watches.amount_hint') })}
        />
      )}
      <div>
        <Button
          icon="plus"
          isDisabled={condition === null}
          onPress={() => {
            if (!condition) return;
            onAdd(condition);
            change({ amount: '' });
          }}
        >
          {t('watches.add_condition')}
        </Button>
      </div>
    </div>
  );
}

const SHARE = /^\d{1,4}(\.\d{1,2})?%$/;

/** @returns `null` if the amount is not valid */
function conditionOf(kind: Kind, { metric, field, severity, amount }: Entered): WatchCondition | null {
  const text = amount.trim();
  const number = text === '' ? NaN : Number(text);
  const isWhole = Number.isInteger(number) && number > 0;
  switch (kind) {
    case 'changed':
      return { on: kind, fields: [field] };
    case 'new_issues':
      return { on: kind, severity };
    case 'unreachable':
      return isWhole ? { on: kind, snapshots: number } : null;
    case 'certificate_expires':
    case 'registration_expires':
      return isWhole ? { on: kind, within_days: number } : null;
    case 'below':
    case 'above':
      return number >= 0 ? ({ on: kind, metric, value: number } as WatchCondition) : null;
    default: {
      const by = SHARE.test(text) ? text : number > 0 ? number : null;
      return by === null || metric === 'http_status' ? null : ({ on: kind, metric, by } as WatchCondition);
    }
  }
}
