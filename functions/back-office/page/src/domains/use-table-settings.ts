import { useState } from 'react';
import { type ColumnId, columnIds } from './portfolio-columns.tsx';

/** How the table of domains is shown in this browser. */
export interface Settings {
  pageSize: number;
  /** All columns, in their order. */
  columns: { id: ColumnId; visible: boolean }[];
}

export const PAGE_SIZES = [25, 50, 100, 200];

const STORED = 'back-office.domains.table';
const HIDDEN: readonly ColumnId[] = ['failed'];
const DEFAULT: Settings = {
  pageSize: 25,
  columns: columnIds.map((id) => ({ id, visible: !HIDDEN.includes(id) })),
};

/** The settings that are stored in the browser, and how to change them. */
export function useTableSettings(): [Settings, (settings: Settings) => void] {
  const [settings, setSettings] = useState(() => readSettings(window.localStorage.getItem(STORED)));
  return [
    settings,
    (chosen) => {
      window.localStorage.setItem(STORED, JSON.stringify(chosen));
      setSettings(chosen);
    },
  ];
}

/** @param stored of any version of the page: columns that it does not name come last, those that it alone knows are left out */
export function readSettings(stored: string | null): Settings {
  try {
    const { pageSize, columns } = JSON.parse(stored ?? 'null') as Settings;
    const known = columns
      .filter(({ id }) => columnIds.includes(id))
      .map(({ id, visible }) => ({ id, visible: visible !== false }));
    const others = DEFAULT.columns.filter(({ id }) => !known.some((one) => one.id === id));
    return { pageSize: PAGE_SIZES.includes(pageSize) ? pageSize : DEFAULT.pageSize, columns: [...known, ...others] };
  } catch {
    return DEFAULT;
  }
}
