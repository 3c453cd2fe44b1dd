import { useState, useSyncExternalStore } from 'react';

/** Rows that a phone shows at first, and with each press of the button below them: each is a card. */
export const PHONE_ROWS = 20;

/** As in the style sheet of tables. */
const phone = window.matchMedia('(width < 600px)');

function subscribe(onChange: () => void) {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
}

/** Whether tables are shown as cards. */
export const useIsPhone = () => useSyncExternalStore(subscribe, () => phone.matches);

interface PhoneRows {
  /** Number of rows to draw. */
  limit: number;
  showMore: () => void;
}

/** How many rows of a table a phone shows; without a limit on wider screens. */
export function usePhoneRows(): PhoneRows {
  const isPhone = useIsPhone();
  const [rows, setRows] = useState(PHONE_ROWS);
  return { limit: isPhone ? rows : Infinity, showMore: () => setRows(rows + PHONE_ROWS) };
}
