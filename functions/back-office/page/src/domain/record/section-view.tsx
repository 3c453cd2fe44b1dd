import type { DomainAnswer } from '../../../../../core/record/record.ts';
import { isNone } from '../../sources/absence.ts';
import { describeValue } from './describe-value.ts';
import { DescribedValue } from './described-value.tsx';
import type { SectionName } from './sections.ts';
import { useWriting } from './use-writing.ts';
import { AiAgents } from './views/ai-agents.tsx';
import { FieldPerformance } from './views/field-performance.tsx';
import { HostVariants } from './views/host-variants.tsx';
import { HreflangCluster } from './views/hreflang-cluster.tsx';
import { LlmsTxt } from './views/llms-txt.tsx';
import { SecurityHeaders } from './views/security-headers.tsx';

interface SectionViewProps {
  name: SectionName;
  section: object;
  record: DomainAnswer;
}

/** What a section says: in a view of its own, or its members by their API names. */
export function SectionView({ name, section, record }: SectionViewProps) {
  const writing = useWriting((path) => isNone(path, record));
  const { host_variants, security_headers, hreflang_cluster, ai_access, performance } = record;
  if (name === 'host_variants' && host_variants) return <HostVariants of={host_variants} />;
  if (name === 'security_headers' && security_headers) return <SecurityHeaders of={security_headers} />;
  if (name === 'hreflang_cluster' && hreflang_cluster) return <HreflangCluster of={hreflang_cluster} />;
  if (name === 'ai_access.agents' && ai_access.agents) return <AiAgents of={ai_access.agents} />;
  if (name === 'ai_access.llms_txt' && ai_access.llms_txt) return <LlmsTxt of={ai_access.llms_txt} />;
  if (name === 'performance.field' && performance.field) return <FieldPerformance of={performance.field} />;
  return <DescribedValue value={describeValue(name, section, writing)} />;
}
