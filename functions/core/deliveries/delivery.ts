/** Whose secret signs a delivery: the secret of a watch, or that of an owner (of batches and crawls). */
export interface Signer {
  owner: string;
  /** Id of the watch; `null`: the owner's own secret. */
  watch: string | null;
}

/** The secret of a watch. */
export type WatchSigner = Signer & { watch: string };

/** A delivery to be added. */
export interface NewDelivery {
  /** Sent as `webhook-id`, the same in each attempt. */
  id: string;
  /** Address of the receiver. For a watch, its current address is used. */
  url: string;
  /** JSON. */
  body: string;
  signer: Signer;
  /** Sort key of the event whose `delivery` is updated; `null`: none. */
  event: string | null;
  /** The domain that the body is about: the deletion of its data deletes the delivery; absent: none. */
  domain?: string;
}
