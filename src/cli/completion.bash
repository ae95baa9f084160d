# Completion of firsthand for bash.
_firsthand() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
  local command="${COMP_WORDS[1]}" options="" arguments=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "%names% help --help --version" -- "$current"))
    return
  fi
  case "$command:$previous" in
%values%
  esac
  case "$command" in
%words%
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) if [ -n "$arguments" ]; then COMPREPLY=($(compgen -W "$arguments" -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi ;;
  esac
}
complete -o filenames -F _firsthand firsthand
