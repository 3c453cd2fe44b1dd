import { useContext } from 'react';
import { type Theme, themes } from '../browser/dark-mode.ts';
import type { Role } from '../../../contract.ts';
import { type Language, languages } from '../language/choose-language.ts';
import { localZone, useLanguage, ZoneContext } from '../language/use-language.ts';
import { type Zone, zones } from '../language/format.ts';
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
  const { language, translate: t } = useLanguage();
  const { zone, choose: onZone } = useContext(ZoneContext);
  return (
    <Menu
      icon="user"
      variant="quiet"
      choices={[
        {
          title: t('frame.theme'),
          options: themes.map((id) => ({ id, text: t(`frame.themes.${id}`) })),
          value: theme,
          onChange: (id) => onTheme(id as Theme),
        },
        {
          title: t('frame.language'),
          options: languages.map((id) => ({ id, ...LANGUAGE_NAMES[id] })),
          value: language,
          onChange: (id) => onLanguage(id as Language),
        },
        {
          title: t('frame.time_zone'),
          options: zones.map((id) => ({ id, text: t(`frame.zones.${id}`, { zone: localZone() }) })),
          value: zone,
          onChange: (id) => onZone(id as Zone),
        },
      ]}
      actions={[{ id: 'sign-out', text: t('frame.sign_out'), act: onSignOut }]}
    >
      <span className="top-bar__operator ui-ellipsis">
        {role === 'viewer' ? t('frame.viewer', { name: operator }) : operator}
      </span>
    </Menu>
  );
}
