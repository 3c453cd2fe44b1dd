import type { Batch } from '../../../../contract.ts';
import { rowStatuses } from '../../../../../core/batches/batch.ts';
import type { Part } from './part.ts';

/** Totals of all parts; lines of a part that is not loaded yet are pending. */
export function totalsOf(parts: readonly Part[]): Batch['totals'] {
  const each = parts.map(({ batch, lines }) => batch?.totals ?? { ...NONE, domains: lines, pending: lines });
  const sum = (name: keyof Batch['totals']) => each.reduce((total, totals) => total + totals[name], 0);
  return Object.fromEntries(Object.keys(NONE).map((name) => [name, sum(name as keyof typeof NONE)])) as Batch['totals'];
}

const NONE = Object.fromEntries(['domains', ...rowStatuses].map((name) => [name, 0])) as Batch['totals'];
