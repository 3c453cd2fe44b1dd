/** Paths of the icons, on a grid of 16 by 16, drawn as lines. */
const paths = {
  overview: 'M2 9a6 6 0 1 1 12 0M8 9l3-3M3 13h10',
  domains: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2c4 4 4 8 0 12M8 2C4 6 4 10 8 14',
  keywords: 'M6 2.5 4.5 13.5M11.5 2.5 10 13.5M2.5 6h11M2 10h11',
  batches: 'M8 2 2 5l6 3 6-3-6-3ZM2 8l6 3 6-3M2 11l6 3 6-3',
  compare: 'M4 13V7M8 13V3M12 13V9',
  keys: 'M5.5 14a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM8 8l6-6M11.5 4.5 13.5 6.5',
  queue:
    'M8 2v2M8 12v2M2 8h2M12 8h2M3.8 3.8l1.4 1.4M10.8 10.8l1.4 1.4M3.8 12.2l1.4-1.4M10.8 5.2l1.4-1.4M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  journal: 'M4 2h8v12H4zM6.5 5.5h3M6.5 8h3M6.5 10.5h3',
  docs: 'M8 4c-2-1.5-4-1.5-6-1v9.5c2-.5 4-.5 6 1 2-1.5 4-1.5 6-1V3c-2-.5-4-.5-6 1ZM8 4v9.5',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.6 10.6 14 14',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5 6.5 12 13 4.5',
  minus: 'M4 8h8',
  plus: 'M8 3v10M3 8h10',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  'chevron-down': 'M4 6l4 4 4-4',
  'chevron-right': 'M6 4l4 4-4 4',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.5V11M8 5h.01',
  warning: 'M8 2.5 14.5 13.5h-13ZM8 6.5V10M8 12h.01',
  error: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 5v3.5M8 11h.01',
  success: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM5.5 8.2 7.3 10l3.2-4',
  user: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 14c0-3 2.5-4 5.5-4s5.5 1 5.5 4',
  reload: 'M13 8a5 5 0 1 1-1.5-3.5L13 6M13 2.5V6H9.5',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  copy: 'M6 6h8v8H6zM3 10H2V2h8v1',
  external: 'M6 3H3v10h10v-3M9 2h5v5M14 2 7.5 8.5',
} as const;

export type IconName = keyof typeof paths;

/** A small line icon in the colour of the text. It has no name of its own: the text or label next to it has. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="ui-icon"
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
