import { lazy, useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslate } from '../../language/use-language.ts';
import { Part } from '../../loading/part.tsx';
import { Icon } from '../../ui/icon.tsx';
import './search-button.css';

const SearchDialog = lazy(() => import('./search-dialog.tsx'));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search, as do ⌘K and Ctrl+K. */
export function SearchButton() {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button className="search-button" onPress={() => setOpen(true)}>
        <Icon name="search" />
        <span className="search-button__text">{t('search.title')}</span>
        <kbd className="search-button__keys" aria-hidden="true">
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </Button>
      {isOpen && (
        <Part of="search">
          <SearchDialog onClose={() => setOpen(false)} />
        </Part>
      )}
    </>
  );
}
