import ButtonDropdown, { type ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import { type Language, languages } from '../language/choose-language.ts';
import { useContext } from 'react';
import { useLanguage } from '../language/use-language.ts';
import { localZone, ZoneContext, zones } from '../language/zone.ts';
import { type Theme, themes } from '../browser/dark-mode.ts';
import type { Role } from '../../../contract.ts';

const LANGUAGE_NAMES: Record<Language, { text: string; lang: string }> = {
  en: { text: 'English', lang: 'en' },
  zh: { text: '中文', lang: 'zh-CN' },
};

interface UserMenuProps {
  operator: string;
  role: Role;
  theme: Theme;
  onTheme: (theme: Theme) => void;
  onLanguage: (language: Language) => void;
  onSignOut: () => void;
}

/** The operator's name, the settings of the page, and the sign-out. */
export function UserMenu({ operator, role, theme, onTheme, onLanguage, onSignOut }: UserMenuProps) {
  const { language, text } = useLanguage();
  const { zone, choose: onZone } = useContext(ZoneContext);
  const items: ButtonDropdownProps['items'] = [
    {
      text: text.theme,
      items: themes.map((id) => ({ itemType: 'checkbox', id, text: text.themes[id], checked: id === theme })),
    },
    {
      text: text.language,
      items: languages.map((id) => ({ itemType: 'checkbox', id, ...LANGUAGE_NAMES[id], checked: id === language })),
    },
    {
      text: text.zone.label,
      items: zones.map((id) => ({
        itemType: 'checkbox',
        id,
        text: text.zone.names[id](localZone()),
        checked: id === zone,
      })),
    },
    { id: 'sign-out', text: text.sign_in.out },
  ];
  function onItemClick({ detail: { id } }: { detail: { id: string } }) {
    const chosenTheme = themes.find((known) => known === id);
    const chosenLanguage = languages.find((known) => known === id);
    const chosenZone = zones.find((known) => known === id);
    if (chosenTheme) onTheme(chosenTheme);
    else if (chosenZone) onZone(chosenZone);
    else if (chosenLanguage) onLanguage(chosenLanguage);
    else onSignOut();
  }
  return (
    <ButtonDropdown items={items} onItemClick={onItemClick}>
      {role === 'viewer' ? text.navigation.viewer(operator) : operator}
    </ButtonDropdown>
  );
}
