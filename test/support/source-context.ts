import type { SourceContext } from '../../functions/shared/sources/source.ts';

/** A context of which only these parts are used; touching another one fails. */
export function contextOf(parts: Partial<SourceContext>): SourceContext {
  return new Proxy(parts as SourceContext, {
    get(target, name) {
      if (name in target) return target[name as keyof SourceContext];
      throw new Error(`The source uses ${String(name)}, which this test does not give`);
    },
  });
}
