#!/bin/bash
# A run of edgeasp under runlim, https://github.com/arminbiere/runlim, which lies in programs/.

cd "$(dirname $0)"

if [[ ! -e .finished ]]; then
  "{root}/programs/runlim" {options} \
    --space-limit={memout} \
    --output-file=runsolver.watcher \
    --real-time-limit={timeout} \
    "{root}/programs/{solver}" {sys_cmd} {setting_cmd} {inst_cmd} {files} {encodings} \
    {sys_cmd_post} {setting_cmd_post} {inst_cmd_post} > runsolver.solver
fi

touch .finished
