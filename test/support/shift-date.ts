/**
 * Shifts the `Date` of a realm, also of a page in a browser, since it refers to nothing outside of itself. A test may
 * still replace `Date.now`.
 *
 * @param offsetMs milliseconds
 */
export function shiftDate(offsetMs: number): void {
  const real = Date;
  const realNow = real.now;
  const now = () => realNow() + offsetMs;
  real.now = now;
  globalThis.Date = new Proxy(real, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as object,
    apply: () => new real(now()).toString(),
  });
}
