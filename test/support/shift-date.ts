/**
 * Moves the `Date` of a realm, also of a page in a browser. It refers to nothing outside of itself.
 *
 * @param offsetMs milliseconds
 */
export function shiftDate(offsetMs: number): void {
  const real = Date;
  const now = () => real.now() + offsetMs;
  globalThis.Date = new Proxy(real, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as object,
    apply: () => new real(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
  });
}
