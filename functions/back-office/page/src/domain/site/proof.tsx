import { useState } from 'react';
import type { SiteProof } from '../../../../contract.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ShowLoaded } from '../../loading/loaded.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/values.tsx';

interface ProofProps {
  domain: string;
  /** A record of DNS does not suffice. */
  isFileNeeded: boolean;
}

/** Whether control of the domain is proved, and how to prove it. */
export function Proof({ domain, isFileNeeded }: ProofProps) {
  const loaded = useLoad(['siteProof', domain]);
  return (
    <ShowLoaded of={loaded}>
      {(proof) => (
        <KnownProof
          domain={domain}
          isFileNeeded={isFileNeeded}
          of={proof}
          isBusy={loaded.loading}
          onCheck={loaded.reload}
        />
      )}
    </ShowLoaded>
  );
}

interface KnownProofProps extends ProofProps {
  of: SiteProof;
  isBusy: boolean;
  onCheck: () => void;
}

function KnownProof({ domain, isFileNeeded, of: { token, proof, expires_at }, isBusy, onCheck }: KnownProofProps) {
  const t = useTranslate();
  const format = useFormat();
  const [wasChecked, setChecked] = useState(false);
  if (proof === 'file' || (proof !== null && !isFileNeeded))
    return <p className="ui-bare ui-good">{t('site.proof.valid', { time: format.time(expires_at!) })}</p>;
  return (
    <div className="ui-column ui-gap-3">
      <p className="ui-bare">{t(isFileNeeded ? 'site.proof' : 'site.proof.any', { domain })}</p>
      <CopyText title={t('site.proof.token')} button={t('site.proof.copy')}>
        {token}
      </CopyText>
      <div className="ui-row ui-center ui-gap-2 ui-between">
        <span role="status">{wasChecked && !isBusy && t('site.proof.missing')}</span>
        <Button
          isBusy={isBusy}
          onPress={() => {
            setChecked(true);
            onCheck();
          }}
        >
          {t('site.proof.check')}
        </Button>
      </div>
    </div>
  );
}
