import * as z from 'zod';
import { listOf } from './providers/read-response.ts';

/** Entities inside entities: deeper than any registry's. */
const MAX_LEVELS = 5;

const entityList = listOf(
  z.object({
    roles: listOf(z.string().transform((role) => role.toLowerCase())).catch([]),
    publicIds: listOf(z.object({ type: z.string(), identifier: z.coerce.string() })).catch([]),
    /** jCard (RFC 7095): `["vcard", [[name, parameters, type, value], …]]` */
    vcardArray: z.tuple([z.literal('vcard'), listOf(z.array(z.unknown()))]).catch(['vcard', []]),
    entities: z.unknown().optional(),
  }),
).catch([]);
type Entity = z.infer<typeof entityList>[number];

/** Who registered a domain for its owner. */
interface Registrar {
  name: string | null;
  /** Number in IANA's list of registrars. */
  ianaId: string | null;
}

/**
 * Finds the registrar among the entities of a domain (RFC 9083, section 5.1).
 *
 * @param entities as in the answer of a registry
 */
export function findRegistrar(entities: unknown): Registrar {
  const registrar = entitiesIn(entities).find(({ roles }) => roles.includes('registrar'));
  if (!registrar) return { name: null, ianaId: null };
  const [, card] = registrar.vcardArray;
  return {
    name: valueOf('fn', card) ?? valueOf('org', card),
    ianaId: registrar.publicIds.find(({ type }) => type === 'IANA Registrar ID')?.identifier ?? null,
  };
}

/** All entities, also those inside others; outer ones first. */
function entitiesIn(written: unknown): Entity[] {
  const all: Entity[] = [];
  let level = entityList.parse(written);
  for (let levels = 0; levels < MAX_LEVELS; levels += 1) {
    all.push(...level);
    level = level.flatMap(({ entities }) => entityList.parse(entities));
  }
  return all;
}

/** @returns a text of a jCard, the first of several; `null` where it is missing or empty */
function valueOf(property: string, card: unknown[][]): string | null {
  const values = card.filter(([name]) => name === property).flatMap(([, , , value]) => value);
  return values.find((value): value is string => typeof value === 'string' && value !== '') ?? null;
}
