import { type Anchor, type Image, linkMarkup, markup } from '../page/anchor.ts';
import type { Finding } from '../../record/crawled-page.ts';
import { LIST_CAP, type Audit } from '../../record/record.ts';
import type { AnchorAudit, AuditItem, AuditResult, ImageAudit, SeoAudit, Served, Subject, Verdict } from './audit.ts';
import { COMPATIBLE_WITH, SEO_AUDITS } from './audits.ts';
import { failure } from './messages.ts';

/** The counts of an audit of elements. */
interface Tally {
  applied: number;
  failed: number;
  items: AuditItem[];
  /** Markup of the elements of the items. */
  elements: string[];
}

/** Runs Lighthouse's audits for one page: it receives the elements during parsing, and returns the results at the end. */
export class AuditRun {
  readonly #served: Served;
  readonly #tallies = new Map<string, Tally>();

  constructor(served: Served) {
    this.#served = served;
  }

  anchor(anchor: Anchor): void {
    for (const audit of anchorAudits) this.#count(audit.id, audit.judgeAnchor(anchor, this.#served), anchor);
  }

  image(image: Image): void {
    for (const audit of imageAudits) {
      if (audit.appliesTo(image)) this.#count(audit.id, audit.judgeImage(image), image);
    }
  }

  /** @returns the results of the audits and their score */
  finish(subject: Subject): Audit {
    const verdicts = SEO_AUDITS.map((audit) => this.#verdict(audit, subject));
    const audits = SEO_AUDITS.map((audit, index) =>
      this.#result(audit, verdicts[index] ?? { status: 'not_applicable' }),
    );
    const withStatus = (status: AuditResult['status']): number =>
      audits.filter((audit) => audit.status === status).length;
    return {
      compatible_with: COMPATIBLE_WITH,
      rendered: false,
      score: categoryScore(audits),
      passed: withStatus('pass'),
      failed: withStatus('fail'),
      not_applicable: withStatus('not_applicable'),
      audits,
      warnings: verdicts.flatMap(({ warnings }) => warnings ?? []),
    };
  }

  /** @returns what a failed audit found, as findings of its rule; nothing of other results */
  findingsOf({ id, status, items, explanation, explanation_code }: AuditResult): Finding[] {
    // What could not be read is unknown, although Lighthouse's audit fails.
    if (status !== 'fail' || explanation_code === 'robots_not_fetched') return [];
    if (items.length === 0) return [{ value: explanation }];
    const elements = this.#tallies.get(id)?.elements ?? [];
    return items.map(({ element, url, line, reason, reason_code }, index) => ({
      ...(url !== null && /^https?:/.test(url) && { target: url }),
      element: elements[index] ?? element,
      value:
        line === null ? reason : reason_code === 'robots_txt' ? `${reason}, line ${line}` : `Line ${line}: ${reason}`,
    }));
  }

  #count(id: string, found: AuditItem | null, judged: Anchor | Image): void {
    let tally = this.#tallies.get(id);
    if (!tally) this.#tallies.set(id, (tally = { applied: 0, failed: 0, items: [], elements: [] }));
    tally.applied++;
    if (!found) return;
    tally.failed++;
    if (tally.items.length >= LIST_CAP) return;
    tally.items.push(found);
    tally.elements.push('text' in judged ? linkMarkup(judged) : markup(judged.element));
  }

  #verdict(audit: SeoAudit, subject: Subject): Verdict {
    if ('judge' in audit) return audit.judge(subject);
    const tally = this.#tallies.get(audit.id);
    if (!tally) return { status: 'judgeImage' in audit ? 'not_applicable' : 'pass' };
    if (tally.failed === 0) return { status: 'pass' };
    const { failed, applied: checked, items } = tally;
    return failure('judgeImage' in audit ? 'images_fail' : 'links_fail', { failed, checked }, items);
  }

  #result({ id, title, failureTitle, weight }: SeoAudit, { status, explanation, items = [] }: Verdict): AuditResult {
    return {
      id,
      score: status === 'not_applicable' ? null : status === 'pass' ? 1 : 0,
      status,
      weight,
      title: status === 'fail' ? failureTitle : title,
      explanation: explanation?.text ?? null,
      explanation_code: explanation?.code ?? null,
      explanation_params: explanation?.params ?? {},
      items: items.slice(0, LIST_CAP),
      items_total: this.#tallies.get(id)?.failed ?? items.length,
    };
  }
}

const anchorAudits = SEO_AUDITS.filter((audit): audit is AnchorAudit => 'judgeAnchor' in audit);
const imageAudits = SEO_AUDITS.filter((audit): audit is ImageAudit => 'judgeImage' in audit);

/**
 * Weighted mean of the audits that apply, as Lighthouse computes a category's score (core/scoring.js).
 *
 * @returns 0 to 100
 */
export function categoryScore(audits: readonly Pick<AuditResult, 'score' | 'weight'>[]): number {
  let sum = 0;
  let weights = 0;
  for (const { score, weight } of audits) {
    if (score === null) continue;
    sum += score * weight;
    weights += weight;
  }
  return weights === 0 ? 0 : Math.round((sum / weights) * 100);
}
