import { OPERATOR } from '../accounts/batch-caller.ts';
import { ServiceError } from '../platform/http/errors.ts';
import type { Verifications } from './store/verifications.ts';
import { PAGES_WITHOUT_PROOF } from './page-limits.ts';

export interface ProofServices {
  verifications: Pick<Verifications, 'read'>;
}

/** A parameter of a crawl that is limited unless its owner has proved control of the domain by a file. */
interface LimitedParameter {
  parameter: 'pages' | 'rate';
  /** Highest value without a proof. */
  max: number;
}

/** @param owner `null`: the operator's schedule, for which the proof of the operator counts */
async function hasProof(domain: string, owner: string | null, { verifications }: ProofServices): Promise<boolean> {
  return (await verifications.read(domain, owner ?? OPERATOR))?.proof === 'file';
}

/** @throws {ServiceError} not_verified unless the owner has proved control of the domain by a file */
export async function requireProof(
  domain: string,
  owner: string | null,
  { parameter, max }: LimitedParameter,
  services: ProofServices,
): Promise<void> {
  if (await hasProof(domain, owner, services)) return;
  throw new ServiceError('not_verified', { values: { domain, parameter, max } });
}

/** @throws {ServiceError} proof_required unless the owner has proved control of the domain, by a file or by DNS */
export async function requireAnyProof(
  domain: string,
  owner: string | null,
  { verifications }: ProofServices,
): Promise<void> {
  const verification = await verifications.read(domain, owner ?? OPERATOR);
  if (!verification?.proof) throw new ServiceError('proof_required', { values: { domain } });
}

/**
 * Returns the page limit that a crawl may have.
 *
 * @param isReduced whether the limit is reduced to that of crawls without a proof, instead of refused
 * @throws {ServiceError} not_verified if more pages require a proof of control by a file, which is missing
 */
export async function admittedPageLimit(
  { domain, pages, isReduced }: { domain: string; pages: number; isReduced: boolean },
  owner: string | null,
  services: ProofServices,
): Promise<number> {
  if (pages <= PAGES_WITHOUT_PROOF) return pages;
  if (isReduced) return (await hasProof(domain, owner, services)) ? pages : PAGES_WITHOUT_PROOF;
  await requireProof(domain, owner, { parameter: 'pages', max: PAGES_WITHOUT_PROOF }, services);
  return pages;
}
