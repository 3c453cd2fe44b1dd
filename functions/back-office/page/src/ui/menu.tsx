import type { ReactNode } from 'react';
import { Button, Header, Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import './button.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';
import './menu.css';

export interface MenuAction {
  id: string;
  text: string;
  /** BCP 47 tag, where the text is not in the page's language. */
  lang?: string;
  href?: string;
  isDisabled?: boolean;
  /** It cannot be undone. */
  isDanger?: boolean;
  act?: () => void;
}

/** Choices of which one is in effect. */
export interface MenuChoice {
  title: string;
  options: readonly { id: string; text: string; lang?: string }[];
  value: string;
  onChange: (id: string) => void;
}

interface MenuProps {
  /** Its name, where the button shows none. */
  label?: string;
  /** What the button shows; by default three dots. */
  children?: ReactNode;
  icon?: IconName;
  variant?: 'secondary' | 'quiet';
  isDisabled?: boolean;
  choices?: readonly MenuChoice[];
  actions: readonly MenuAction[];
}

/** A button that opens a menu of choices and actions. */
export function Menu({ label, children, icon, variant = 'secondary', isDisabled, choices = [], actions }: MenuProps) {
  return (
    <MenuTrigger>
      <Button
        className={children ? `ui-button ui-button--${variant}` : 'ui-icon-button'}
        {...(label && { 'aria-label': label })}
        isDisabled={isDisabled ?? false}
      >
        {icon && <Icon name={icon} />}
        {children ?? <Icon name="more" />}
        {children && <Icon name="chevron-down" size={12} />}
      </Button>
      <Popover className="ui-popover" placement="bottom end">
        <AriaMenu className="ui-menu">
          {choices.map(({ title, options, value, onChange }) => (
            <MenuSection
              key={title}
              className="ui-menu__section"
              selectionMode="single"
              disallowEmptySelection
              selectedKeys={[value]}
              onSelectionChange={(keys) => onChange([...keys][0] as string)}
            >
              <Header className="ui-menu__title ui-block ui-quiet ui-smaller ui-medium">{title}</Header>
              {options.map(({ id, text, lang }) => (
                <MenuItem key={id} id={id} className="ui-menu__item" textValue={text}>
                  <span lang={lang}>{text}</span>
                  <span className="ui-menu__check">
                    <Icon name="check" size={14} />
                  </span>
                </MenuItem>
              ))}
            </MenuSection>
          ))}
          {actions.map(({ id, text, lang, href, isDisabled: isOff = false, isDanger = false, act }) => (
            <MenuItem
              key={id}
              id={id}
              className={isDanger ? 'ui-menu__item ui-menu__item--danger' : 'ui-menu__item'}
              textValue={text}
              isDisabled={isOff}
              {...(href !== undefined && { href })}
              {...(act && { onAction: act })}
            >
              <span lang={lang}>{text}</span>
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
