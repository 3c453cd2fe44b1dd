export const usageText = `npm run keys -- create <name> --plan basic [--note <text>]   its value is told this once
          --owner <owner>                                    a further key of that owner
          --expires <time>                                   disabled then, such as 2027-01-31T00:00:00Z
npm run keys -- list
npm run keys -- disable <id>
npm run keys -- enable <id>
npm run keys -- move <id> --plan pro                         its usage starts anew
npm run keys -- rotate <id> [--overlap <hours>]              a new value for the same owner; the old one is disabled
          --disable                                          after so many hours, or at once
npm run keys -- allow <owner> [--domains <n>] [--pages <n>]  a day, for all keys of the owner; plan: as on the plan
npm run keys -- delete <id>
npm run keys -- usage <id> [--from <date>] [--to <date>]     the present month where left out

--local [port]    the runner on this machine, not AWS, with the credentials in LOCAL_DATA_DIR (.local)
--stack <name>    name of the stack in AWS, if it is another than that of settings.json
--json            for programs`;
