import type { SourceContext } from '../../functions/core/sources/source.ts';

/** Returns a context with only these parts; reading another one throws. */
export function contextOf(parts: Partial<SourceContext>): SourceContext {
  return new Proxy(parts as SourceContext, {
    get(target, name) {
      if (name in target) return target[name as keyof SourceContext];
      throw new Error(`The source uses ${String(name)}, which this test does not provide`);
    },
  });
}
