import { between, dayBefore, figuresOf } from './figures.ts';
import { json, type StandIn, type StandInAnswer } from './stand-in.ts';

/** Top-level domains whose registries offer RDAP here; as in the real world, .cn and .jp are not among them. */
const LISTED = 'example com net org uk fr dev app ai xyz top vip cc tv info nl se no pl br au ca it fi cz ch li';
/** Those of which the service itself knows a server: without an entry here, it would leave the sandbox for them. */
const BUILT_IN = 'co de io me my sh us';
const RDAP_JSON = { 'Content-Type': 'application/rdap+json' };

interface Figures {
  registered: string;
  /** Days from now; null where the registry does not return it. */
  expiresInDays: number | null;
  changed: string;
  registrar: { name: string; ianaId: string } | null;
  statuses: string[];
  /** The registry returns dates without times. */
  datesAlone?: boolean;
  /** The registry redirects to another server. */
  moved?: boolean;
  /** Its objects are in a form that is legal but rare. */
  rareForm?: boolean;
}

const known: Record<string, Figures> = {
  'shop.example': {
    registered: '2009-03-14T08:30:00Z',
    expiresInDays: 210,
    changed: '2025-03-02T06:11:54Z',
    registrar: { name: 'Example Registrar, Inc.', ianaId: '9995' },
    statuses: ['client delete prohibited', 'client transfer prohibited'],
  },
  'blog.example': {
    registered: '2015-06-01',
    expiresInDays: 30,
    changed: '2024-06-02',
    registrar: { name: '示例域名注册有限公司', ianaId: '9996' },
    statuses: ['active'],
    datesAlone: true,
    moved: true,
    rareForm: true,
  },
  'broken.example': {
    registered: '2021-11-05T00:00:00Z',
    expiresInDays: null,
    changed: '2022-01-09T23:59:59Z',
    registrar: null,
    statuses: ['server hold'],
  },
};

/** IANA's list of registries' servers. */
export const rdapBootstrap: StandIn = {
  id: 'rdap_bootstrap',
  method: 'GET',
  path: /^\/rdap\/dns\.json$/,
  answer: (_request, { origin, now }) =>
    json({
      description: 'RDAP bootstrap file for Domain Name System registrations',
      publication: `${dayBefore(now, 2)}T18:00:02Z`,
      version: '1.0',
      services: `${LISTED} ${BUILT_IN}`.split(' ').map((label) => [[label], [`${origin}/registry/${label}/`]]),
    }),
};

/** All registries. */
export const rdap: StandIn = {
  id: 'rdap',
  method: 'GET',
  path: /^\/registry\/[^/]+\/(?:moved\/)?domain\/[^/]+$/,
  answer({ path }, { origin, now }) {
    const [, , label, ...rest] = path.split('/');
    const domain = decodeURIComponent(rest.at(-1)!).toLowerCase();
    const isServed = domain.endsWith(`.${label}`);
    const figures = isServed ? figuresOf<Figures>(known, domain, () => madeFigures(domain, now)) : null;
    if (!figures) return json({ errorCode: 404, title: 'Not Found' }, 404, RDAP_JSON);
    if (figures.moved && rest[0] !== 'moved') return redirect(`${origin}/registry/${label}/moved/domain/${domain}`);
    return json(domainObject(domain, figures, now), 200, RDAP_JSON);
  },
};

function redirect(location: string): StandInAnswer {
  return { status: 302, headers: { Location: location }, body: '' };
}

function madeFigures(domain: string, now: number): Figures {
  return {
    registered: `${dayBefore(now, between(400, 9_000, 'registered', domain))}T10:00:00Z`,
    expiresInDays: between(5, 700, 'expires', domain),
    changed: `${dayBefore(now, between(3, 390, 'changed', domain))}T10:00:00Z`,
    registrar: { name: `Registrar ${between(1, 40, 'registrar', domain)}, LLC`, ianaId: '9997' },
    statuses: ['client transfer prohibited'],
  };
}

function domainObject(domain: string, { registrar, ...figures }: Figures, now: number) {
  const event = (eventAction: string, eventDate: string) => ({ eventAction, eventDate });
  const expiry = figures.expiresInDays === null ? null : dayBefore(now, -figures.expiresInDays);
  const time = figures.datesAlone ? '' : 'T08:30:00Z';
  return {
    objectClassName: 'domain',
    handle: `${between(1_000_000, 9_999_999, 'handle', domain)}_DOMAIN_EXAMPLE`,
    ldhName: figures.rareForm ? `${domain}.` : domain.toUpperCase(),
    status: figures.statuses,
    events: [
      ...(figures.rareForm ? [{ eventAction: 'last changed', eventActor: 'registry' }] : []),
      event('registration', figures.registered),
      ...(expiry ? [event('expiration', `${expiry}${time}`)] : []),
      event('last changed', figures.changed),
      event('last update of RDAP database', `${dayBefore(now, 0)}T00:00:00Z`),
    ],
    entities: registrar ? entitiesOf(registrar, figures.rareForm) : [],
    secureDNS: { delegationSigned: false },
    nameservers: [{ objectClassName: 'nameserver', ldhName: `NS1.${domain.toUpperCase()}` }],
  };
}

/** The registrar, with its contact for complaints; in the rare form inside another entity, and named as an organization. */
function entitiesOf({ name, ianaId }: { name: string; ianaId: string }, isRare = false) {
  const entity = (role: string, members: object) => ({ objectClassName: 'entity', roles: [role], ...members });
  const card = (property: string, value: string) => [
    'vcard',
    [
      ['version', {}, 'text', '4.0'],
      [property, {}, 'text', value],
    ],
  ];
  const registrar = entity('registrar', {
    handle: ianaId,
    publicIds: [{ type: 'IANA Registrar ID', identifier: ianaId }],
    vcardArray: card(isRare ? 'org' : 'fn', name),
    entities: [entity('abuse', { vcardArray: card('fn', 'Abuse contact') })],
  });
  return isRare ? [entity('sponsor', { entities: [registrar] })] : [registrar];
}
