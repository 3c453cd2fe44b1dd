import { useContext } from 'react';
import { type Theme, themes } from '../browser/dark-mode.ts';
import type { Role } from '../../../contract.ts';
import { type Language, languages } from '../language/choose-language.ts';
import { useLanguage } from '../language/use-language.ts';
import { localZone, type Zone, ZoneContext, zones } from '../language/zone.ts';
import { Menu } from '../ui/menu.tsx';

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

/** The user's name, the settings of the workspace, and the sign-out. */
export function UserMenu({ operator, role, theme, onTheme, onLanguage, onSignOut }: UserMenuProps) {
  const { language, text } = useLanguage();
  const { zone, choose: onZone } = useContext(ZoneContext);
  return (
    <Menu
      icon="user"
      variant="quiet"
      choices={[
        {
          title: text.theme,
          options: themes.map((id) => ({ id, text: text.themes[id] })),
          value: theme,
          onChange: (id) => onTheme(id as Theme),
        },
        {
          title: text.language,
          options: languages.map((id) => ({ id, ...LANGUAGE_NAMES[id] })),
          value: language,
          onChange: (id) => onLanguage(id as Language),
        },
        {
          title: text.zone.label,
          options: zones.map((id) => ({ id, text: text.zone.names[id](localZone()) })),
          value: zone,
          onChange: (id) => onZone(id as Zone),
        },
      ]}
      actions={[{ id: 'sign-out', text: text.sign_in.out, act: onSignOut }]}
    >
      <span className="top-bar__operator">{role === 'viewer' ? text.navigation.viewer(operator) : operator}</span>
    </Menu>
  );
}
