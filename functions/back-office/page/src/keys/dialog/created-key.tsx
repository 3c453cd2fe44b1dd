import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { CreatedKey as CreatedKeyData } from '../../../../contract.ts';
import { useText } from '../../language/use-language.ts';

/** A first request with a key, for a terminal. The interface lies beside the back office. */
function curlLine(value: string): string {
  const url = new URL('../api/v1/seo/query?domain=example.com', window.location.href);
  return `curl -H 'X-SEO-API-Key: ${value}' '${url.href}'`;
}

/** The value of a new key, which is not shown again. Only its button closes it, not a click outside. */
export function CreatedKey({ created, onClose }: { created: CreatedKeyData; onClose: () => void }) {
  const text = useText();
  return (
    <Modal
      visible
      header={text.keys.created_title}
      onDismiss={({ detail }) => detail.reason !== 'overlay' && onClose()}
      footer={
        <Box float="right">
          <Button variant="primary" onClick={onClose}>
            {text.common.close}
          </Button>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Alert type="warning">{text.keys.created_warning}</Alert>
        <KeyValuePairs
          items={[
            { label: text.keys.name, value: created.name },
            { label: text.keys.plan, value: created.plan ?? text.keys.no_plan },
            {
              label: text.keys.value,
              value: (
                <SpaceBetween direction="horizontal" size="xs" alignItems="center">
                  <Box variant="code" data-testid="key-value">
                    {created.value}
                  </Box>
                  <CopyToClipboard
                    textToCopy={created.value}
                    copyButtonText={text.keys.copy}
                    copySuccessText={text.keys.copied}
                    copyErrorText={text.keys.copy_failed}
                  />
                </SpaceBetween>
              ),
            },
            {
              label: text.keys.try_it,
              value: (
                <CopyToClipboard
                  variant="inline"
                  textToCopy={curlLine(created.value)}
                  copyButtonAriaLabel={text.keys.copy_line}
                  copySuccessText={text.keys.copied}
                  copyErrorText={text.keys.copy_failed}
                />
              ),
            },
          ]}
        />
      </SpaceBetween>
    </Modal>
  );
}
