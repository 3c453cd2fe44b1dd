import { ERRORS } from '../../functions/core/platform/http/errors.ts';
import { type DocumentedError, type DocumentedName, errors, schemaName } from './errors.ts';
import { schemaRef } from './json-schema.ts';

/** Responses that `errorRefs` refers to, by name: each has one status, which several errors may share. */
const referred = new Map<string, DocumentedName[]>();

/** `components.responses`, once all operations are described. */
export function errorResponses() {
  const sorted = [...referred].toSorted(([, [one]], [, [other]]) => errors[one!].status - errors[other!].status);
  return Object.fromEntries(sorted.map(([name, names]) => [name, errorResponse(names)]));
}

/** Responses of an operation by status, each a reference. */
export function errorRefs(names: DocumentedName[]) {
  const inOrder = (Object.keys(ERRORS) as DocumentedName[]).filter((name) => names.includes(name));
  const byStatus = Map.groupBy(inOrder, (name) => errors[name].status);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => {
      const name = of.map(schemaName).join('Or');
      referred.set(name, of);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function errorResponse(names: DocumentedName[]) {
  const documented = names.map((name): DocumentedError => errors[name]);
  const hinted = documented.filter(({ retryAfterSeconds }) => retryAfterSeconds !== undefined);
  const refs = names.map((name) => schemaRef(schemaName(name)));
  const examples = documented.map(({ slug, meaning, example }) => [slug, { summary: meaning, value: example }]);
  return {
    description: documented.map(({ slug, meaning }) => `\`${slug}\`: ${meaning}`).join('\n\n'),
    ...(hinted.length > 0 && retryAfter(hinted)),
    ...(names.includes('method_not_allowed') && { headers: allow }),
    content: {
      'application/json': {
        schema: refs.length === 1 ? refs[0] : { oneOf: refs },
        examples: Object.fromEntries(examples) as Record<string, unknown>,
      },
    },
  };
}

const allow = {
  Allow: { description: 'The methods of the path', schema: { type: 'string', examples: ['GET, OPTIONS'] } },
};

function retryAfter(hinted: DocumentedError[]) {
  const hints = hinted.map(({ slug, retryAfterSeconds }) =>
    retryAfterSeconds === 'where known' ? `for ${slug} where it is known` : `${retryAfterSeconds} for ${slug}`,
  );
  const description = `Seconds after which another try makes sense: ${hints.join(', ')}`;
  return { headers: { 'Retry-After': { description, schema: { type: 'integer', minimum: 1 } } } };
}
