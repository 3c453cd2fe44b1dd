import { useMemo, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { useText } from '../../language/use-language.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { useDomainList } from '../../domains/use-domain-list.ts';
import { Icon } from '../../ui/icon.tsx';
import '../../ui/dialog.css';
import '../../ui/menu.css';
import { sectionGroups } from '../sections.ts';
import { resultsOf } from './results.ts';
import './search.css';

/** The search over domains, views and actions. Arrow keys choose a result, the Enter key opens it. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const text = useText();
  const [query, setQuery] = useState('');
  const { domains } = useDomainList();
  const groups = useMemo(() => {
    const views = sectionGroups.flat().map((section) => ({ section, text: text.navigation[section] }));
    return resultsOf(query, { domains: domains.map(({ domain }) => domain), views, t });
  }, [query, domains, text, t]);
  return (
    <ModalOverlay className="ui-overlay" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="ui-modal search">
        <Dialog className="ui-dialog" aria-label={t('search.title')}>
          <Autocomplete inputValue={query} onInputChange={setQuery}>
            <SearchField className="search__field" aria-label={t('search.placeholder')} autoFocus>
              <Icon name="search" />
              <Input className="search__input" placeholder={t('search.placeholder')} />
            </SearchField>
            <Menu
              className="search__results"
              aria-label={t('search.results')}
              items={groups}
              onAction={onClose}
              renderEmptyState={() => <div className="search__empty">{t('search.none')}</div>}
            >
              {({ id, results }) => (
                <MenuSection id={id} className="search__group">
                  <Header className="ui-menu__title">{t(`search.${id}`)}</Header>
                  {results.map((result) => (
                    <MenuItem
                      key={result.id}
                      id={result.id}
                      className="ui-menu__item search__result"
                      href={result.href}
                      textValue={result.text}
                    >
                      <Icon name={result.icon} />
                      <span>{result.text}</span>
                    </MenuItem>
                  ))}
                </MenuSection>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
