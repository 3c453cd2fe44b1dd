/** A parameter of a query, not decoded; the name is in lower case. */
export interface Parameter {
  name: string;
  value: string;
}

/** The parts of an address that trap detection uses. */
export interface AddressParts {
  /** Host and path, not decoded. */
  hostAndPath: string;
  /** Segments of the path without empty ones. */
  segments: readonly string[];
  parameters: readonly Parameter[];
}

const ADDRESS = /^https?:\/\/([^/?]*)(\/[^?]*)?(?:\?(.*))?$/;

/**
 * @param url an address in normal form
 * @returns its parts, not decoded; array brackets of parameter names are removed (`color%5B%5D` is `color`)
 */
export function addressParts(url: string): AddressParts {
  const [, host = '', path = '', query = ''] = ADDRESS.exec(url) ?? [];
  return {
    hostAndPath: host + path,
    segments: path.split('/').filter((segment) => segment !== ''),
    parameters: query
      .split('&')
      .filter((pair) => pair !== '')
      .map(parameterOf),
  };
}

const ARRAY = /(?:\[\d*\]|%5b\d*%5d)$/;

function parameterOf(pair: string): Parameter {
  const equals = pair.indexOf('=');
  const name = equals === -1 ? pair : pair.slice(0, equals);
  return { name: name.toLowerCase().replace(ARRAY, ''), value: equals === -1 ? '' : pair.slice(equals + 1) };
}

/** @returns an address up to the last slash of its path */
export function directoryOf(url: string): string {
  const path = url.split('?', 1)[0]!;
  return path.slice(0, path.lastIndexOf('/') + 1);
}
