import { useState } from 'react';
import type { CreatedKey as CreatedKeyData, Key, KeyAllowance } from '../../../contract.ts';
import { useApi } from '../api/use-api.ts';
import { useDraft } from '../browser/use-stored.ts';
import { useTranslate } from '../language/use-language.ts';
import { useLoad } from '../loading/use-load.ts';
import { useNotify } from '../loading/use-notify.ts';
import { SANDBOX_SITES } from '../shared/sandbox-sites.ts';
import { ConfirmDialog, Dialog, FormDialog } from '../ui/dialog.tsx';
import { Banner } from '../ui/feedback.tsx';
import { Button } from '../ui/button.tsx';
import { CopyText, Facts } from '../ui/values.tsx';
import { Stack } from '../ui/layout.tsx';
import { RadioGroup, TextField } from '../ui/fields.tsx';
import { type Expiry, ExpiryField, NoteField, OwnerField, PlanField, timeFromNow } from './key-fields.tsx';

export type KeyAction = 'switch' | 'move' | 'replace' | 'allowances' | 'expiry' | 'note' | 'delete';

/** An open dialog about keys. */
export type OpenDialog = { kind: 'create' } | { kind: Exclude<KeyAction, 'switch'>; key: Key };

interface OpenKeyDialogProps {
  open: OpenDialog;
  onClose: () => void;
  onDeleted: () => void;
}

/** The open dialog about keys. */
export default function OpenKeyDialog({ open, onClose, onDeleted }: OpenKeyDialogProps) {
  switch (open.kind) {
    case 'create':
      return <CreateKey onClose={onClose} />;
    case 'move':
      return <MoveKey of={open.key} onClose={onClose} />;
    case 'replace':
      return <ReplaceKey of={open.key} onClose={onClose} />;
    case 'allowances':
      return <SetAllowances of={open.key} onClose={onClose} />;
    case 'expiry':
      return <SetExpiry of={open.key} onClose={onClose} />;
    case 'note':
      return <EditNote of={open.key} onClose={onClose} />;
    case 'delete':
      return <DeleteKey of={open.key} onClose={onClose} onDeleted={onDeleted} />;
  }
}

/** Asks for the properties of a new key, creates it, and shows its value. */
function CreateKey({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const [name, setName, dropName] = useDraft('key.name');
  const [note, setNote, dropNote] = useDraft('key.note');
  const [plan, setPlan] = useState<string | null>(null);
  const [owner, setOwner] = useState<string | null>(null);
  const [expiry, setExpiry] = useState<Expiry>('never');
  const [nameError, setNameError] = useState('');
  const [created, setCreated] = useState<CreatedKeyData | null>(null);
  if (created) return <CreatedKey created={created} onClose={onClose} />;

  async function create() {
    if (name.trim() === '') return setNameError(t('keys.required'));
    const expires_at = timeFromNow(expiry);
    setCreated(
      await api.createKey({ name: name.trim(), plan: plan!, note, expires_at, ...(owner !== null && { owner }) }),
    );
    dropName();
    dropNote();
  }
  function nameTyped(value: string) {
    setName(value);
    setNameError('');
  }
  return (
    <FormDialog
      title={t('keys.create')}
      submit={t('keys.create')}
      isDisabled={plan === null}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('keys.name')}
        hint={t('keys.name_hint')}
        value={name}
        onChange={nameTyped}
        error={nameError || undefined}
        maxLength={100}
        autoFocus
      />
      <PlanField plan={plan} onPlan={setPlan} />
      <OwnerField owner={owner} onOwner={setOwner} />
      <ExpiryField expiry={expiry} onExpiry={setExpiry} />
      <NoteField note={note} onNote={setNote} />
    </FormDialog>
  );
}

/** A first request with a key, for a terminal. The API is beside the workspace. */
function curlLine(value: string, domain: string): string {
  const url = new URL(`../api/v1/seo/query?domain=${domain}`, window.location.href);
  return `curl -H 'X-SEO-API-Key: ${value}' '${url.href}'`;
}

/** The value of a new key, which is not shown again. Only its buttons close it, not a press outside. */
function CreatedKey({ created, onClose }: { created: CreatedKeyData; onClose: () => void }) {
  const t = useTranslate();
  const { data } = useLoad(['overview']);
  // Without a network, the local runner reaches its own sites alone.
  const domain = data?.has_demo ? SANDBOX_SITES[0] : 'example.com';
  return (
    <Dialog
      title={t('keys.created_title')}
      isKept
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <Stack>
        <Banner tone="warn">{t('keys.created_warning')}</Banner>
        <Facts
          of={[
            { label: t('keys.name'), value: created.name },
            { label: t('keys.plan'), value: created.plan ?? t('keys.no_plan') },
          ]}
        />
        <CopyText title={t('keys.value')} button={t('keys.copy')} testId="key-value">
          {created.value}
        </CopyText>
        <CopyText title={t('keys.try_it')} button={t('keys.copy_line')}>
          {curlLine(created.value, domain)}
        </CopyText>
      </Stack>
    </Dialog>
  );
}

/** Moves a key to another plan. */
function MoveKey({ of, onClose }: { of: Key; onClose: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const { succeeded } = useNotify();
  const [plan, setPlan] = useState(of.plan);

  async function move() {
    await api.changeKey(of.id, { plan: plan! });
    succeeded(t('keys.now_moved', { name: of.name, plan: plan! }));
    onClose();
  }
  return (
    <FormDialog
      title={`${t('keys.move')}: ${of.name}`}
      submit={t('keys.move')}
      isDisabled={plan === null || plan === of.plan}
      onSubmit={move}
      onClose={onClose}
    >
      <Banner tone="warn">{t('keys.move_warning')}</Banner>
      <PlanField plan={plan} onPlan={setPlan} />
    </FormDialog>
  );
}

/** How long the old key stays valid. */
const overlaps = ['now', 'day', 'week', 'never'] as const;

interface ReplaceKeyProps {
  of: Key;
  onClose: () => void;
}

/** Makes a key with another value for the same owner, and shows the value. */
function ReplaceKey({ of, onClose }: ReplaceKeyProps) {
  const api = useApi();
  const t = useTranslate();
  const [until, setUntil] = useState<(typeof overlaps)[number]>('day');
  const [created, setCreated] = useState<CreatedKeyData | null>(null);
  if (created) return <CreatedKey created={created} onClose={onClose} />;

  async function replace() {
    const how = until === 'now' ? { disable: true } : { old_expires_at: timeFromNow(until) };
    setCreated(await api.replaceKey(of.id, how));
  }
  return (
    <FormDialog
      title={`${t('keys.replace')}: ${of.name}`}
      submit={t('keys.replace')}
      onSubmit={replace}
      onClose={onClose}
    >
      <p>{t('keys.replace_hint')}</p>
      <RadioGroup
        label={t('keys.overlap')}
        options={overlaps.map((id) => ({ id, text: t(`keys.overlaps.${id}`) }))}
        value={until}
        onChange={setUntil}
      />
    </FormDialog>
  );
}

interface SetAllowancesProps {
  of: Key;
  onClose: () => void;
}

/** Sets what the owner of a key may have fetched again each day; an empty field leaves it to the plan. */
function SetAllowances({ of, onClose }: SetAllowancesProps) {
  const api = useApi();
  const t = useTranslate();
  const { succeeded } = useNotify();
  const [domains, setDomains] = useState(ownText(of.domains));
  const [pages, setPages] = useState(ownText(of.pages));

  async function save() {
    await api.changeOwner(of.owner, { domains_per_day: limitOf(domains), pages_per_day: limitOf(pages) });
    succeeded(t('keys.now_allowed', { owner: of.owner }));
    onClose();
  }
  return (
    <FormDialog
      title={`${t('keys.allowances')}: ${of.owner}`}
      submit={t('common.save')}
      isDisabled={!isLimit(domains) || !isLimit(pages)}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{t('keys.allowances_hint')}</p>
      <LimitField name="domains_per_day" label={t('keys.domains_per_day')} limit={domains} onLimit={setDomains} />
      <LimitField name="pages_per_day" label={t('keys.pages_per_day')} limit={pages} onLimit={setPages} />
    </FormDialog>
  );
}

interface LimitFieldProps {
  name: string;
  label: string;
  limit: string;
  onLimit: (limit: string) => void;
}

function LimitField({ name, label, limit, onLimit }: LimitFieldProps) {
  const t = useTranslate();
  return (
    <TextField
      name={name}
      label={label}
      value={limit}
      onChange={onLimit}
      placeholder={t('keys.as_on_plan')}
      error={isLimit(limit) ? undefined : t('keys.whole_number')}
    />
  );
}

const ownText = ({ own_limit_per_day: own }: KeyAllowance) => (own === null ? '' : String(own));
const isLimit = (text: string) => /^\d{0,10}$/.test(text.trim());
const limitOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** Sets when a key is disabled by itself, or that it never is. */
function SetExpiry({ of, onClose }: { of: Key; onClose: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const { succeeded } = useNotify();
  const [expiry, setExpiry] = useState<Expiry>('never');

  async function save() {
    await api.changeKey(of.id, { expires_at: timeFromNow(expiry) });
    succeeded(t('keys.now_expires', { name: of.name }));
    onClose();
  }
  return (
    <FormDialog title={`${t('keys.expiry')}: ${of.name}`} submit={t('common.save')} onSubmit={save} onClose={onClose}>
      <ExpiryField expiry={expiry} onExpiry={setExpiry} />
    </FormDialog>
  );
}

/** Changes the note of a key. */
function EditNote({ of, onClose }: { of: Key; onClose: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const [note, setNote] = useState(of.note);

  async function save() {
    await api.changeKey(of.id, { note });
    onClose();
  }
  return (
    <FormDialog
      title={`${t('keys.edit_note')}: ${of.name}`}
      submit={t('common.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <NoteField note={note} onNote={setNote} />
    </FormDialog>
  );
}

interface DeleteKeyProps {
  of: Key;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes a key after its name was typed. */
function DeleteKey({ of, onClose, onDeleted }: DeleteKeyProps) {
  const api = useApi();
  const t = useTranslate();
  const { succeeded } = useNotify();

  async function remove() {
    await api.deleteKey(of.id);
    succeeded(t('keys.now_deleted', { name: of.name }));
    onDeleted();
  }
  return (
    <ConfirmDialog
      title={t('keys.delete_title')}
      warning={t('keys.delete_warning', { name: of.name })}
      submit={t('keys.delete')}
      typed={of.name}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
