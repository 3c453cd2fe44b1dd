/** Functions of a store, which have the store as their first parameter. */
type StoreFunctions<Store> = Record<string, (store: Store, ...rest: never[]) => unknown>;

/** The same functions without this parameter. */
type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (store: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** Returns the functions of a store without their first parameter. */
export function bindStore<Store, Functions extends StoreFunctions<Store>>(store: Store, functions: Functions) {
  const bound = Object.entries(functions).map(([name, call]) => [name, call.bind(null, store)]);
  return Object.fromEntries(bound) as Bound<Functions>;
}
