// The rest of the program in windows-helper-source.ts: what it is told, and what it calls of Windows.

export const WINDOWS_HELPER_PARTS = String.raw`
sealed class Words
{
    public string Folder, Sid, Shared, Program;
    public long Memory;
    public int Processes;
    public readonly List<string> Own = new List<string>(), Readable = new List<string>(), Arguments = new List<string>();

    public Words(string[] args)
    {
        int at = 0;
        while (args[at] != "--") Take(args[at++], args[at++]);
        Program = args[at + 1];
        for (at += 2; at < args.Length; at++) Arguments.Add(args[at]);
    }

    void Take(string name, string value)
    {
        switch (name)
        {
            case "--folder": Folder = value; break;
            case "--sid": Sid = value; break;
            case "--shared": Shared = value; break;
            case "--memory": Memory = long.Parse(value); break;
            case "--processes": Processes = int.Parse(value); break;
            case "--own": Own.Add(value); break;
            case "--readable": Readable.Add(value); break;
            default: throw new ArgumentException("unknown option " + name);
        }
    }
}

static class Native
{
    public const uint Infinite = uint.MaxValue, TokenRights = 0x8B, DisableMaxPrivilege = 1, LuaToken = 4, IntegrityGroup = 0x20;
    public const int TokenDefaultDacl = 6, TokenIntegrityLevel = 25, TokenLogonSid = 28, UseStdHandles = 0x100;
    public const int HandleListAttribute = 0x20002, FileObject = 1, JobDesktopLimits = 4, JobExtendedLimits = 9;
    public const uint LabelInformation = 0x10, KillOnJobClose = 0x2000, DieOnUnhandledException = 0x400;
    public const uint LimitProcesses = 8, LimitMemory = 0x200, WholeDesktop = 0xFF;
    // Suspended, with variables in UTF-16, with a list of handles, without a window.
    public const uint StartFlags = 0x4 | 0x400 | 0x80000 | 0x8000000;

    [StructLayout(LayoutKind.Sequential)]
    public struct SidAndAttributes { public IntPtr Sid; public uint Attributes; }

    [StructLayout(LayoutKind.Sequential)]
    public struct SecurityAttributes { public int Length; public IntPtr Descriptor; public int IsInherited; }

    [StructLayout(LayoutKind.Sequential)]
    public struct ProcessInformation { public IntPtr Process, Thread; public int ProcessId, ThreadId; }

    [StructLayout(LayoutKind.Sequential)]
    public struct StartupInfo
    {
        public int Size;
        public IntPtr Reserved, Desktop, Title;
        public int X, Y, Width, Height, Columns, Rows, Fill, Flags;
        public short Show, ReservedSize;
        public IntPtr Reserved2, Input, Output, Error;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct StartupInfoEx { public StartupInfo Info; public IntPtr Attributes; }

    [StructLayout(LayoutKind.Sequential)]
    public struct BasicLimits
    {
        public long ProcessTime, JobTime;
        public uint Flags;
        public UIntPtr LeastMemory, MostMemory;
        public uint ActiveProcesses;
        public UIntPtr Affinity;
        public uint Priority, Scheduling;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct ExtendedLimits
    {
        public BasicLimits Basic;
        public ulong Reads, Writes, Others, BytesRead, BytesWritten, BytesOther;
        public UIntPtr ProcessMemory, JobMemory, PeakProcessMemory, PeakJobMemory;
    }

    [DllImport("kernel32.dll")]
    public static extern IntPtr GetCurrentProcess();
    [DllImport("kernel32.dll", SetLastError = true)]
    public static extern IntPtr GetStdHandle(int which);
    [DllImport("kernel32.dll", CharSet = CharSet.Unicode, EntryPoint = "GetStartupInfoW")]
    public static extern void GetStartupInfo(out StartupInfo info);
    [DllImport("kernel32.dll", SetLastError = true)]
    public static extern bool SetHandleInformation(IntPtr handle, uint mask, uint flags);
    [DllImport("kernel32.dll", SetLastError = true)]
    public static extern bool InitializeProcThreadAttributeList(IntPtr list, int count, int flags, ref IntPtr size);
    [DllImport("kernel32.dll", SetLastError = true)]
    public static extern bool UpdateProcThreadAttribute(IntPtr list, uint flags, IntPtr attribute, IntPtr value, IntPtr size,
        IntPtr previous, IntPtr returned);
    [DllImport("kernel32.dll", SetLastError = true)]
    public static extern uint ResumeThread(IntPtr thread);
    [DllImport("kernel32.dll", SetLastError = true)]
    public static extern uint WaitForSingleObject(IntPtr handle, uint milliseconds);
    [DllImport("kernel32.dll", SetLastError = true)]
    public static extern bool GetExitCodeProcess(IntPtr process, out uint code);
    [DllImport("kernel32.dll", SetLastError = true)]
    public static extern bool TerminateProcess(IntPtr process, uint code);
    [DllImport("kernel32.dll", CharSet = CharSet.Unicode, EntryPoint = "CreateJobObjectW", SetLastError = true)]
    public static extern IntPtr CreateJobObject(IntPtr security, string name);
    [DllImport("kernel32.dll", SetLastError = true)]
    public static extern bool SetInformationJobObject(IntPtr job, int kind, ref ExtendedLimits limits, int size);
    [DllImport("kernel32.dll", SetLastError = true)]
    public static extern bool SetInformationJobObject(IntPtr job, int kind, ref uint limits, int size);
    [DllImport("kernel32.dll", SetLastError = true)]
    public static extern bool AssignProcessToJobObject(IntPtr job, IntPtr process);
    [DllImport("kernel32.dll", SetLastError = true)]
    public static extern bool TerminateJobObject(IntPtr job, uint code);
    [DllImport("advapi32.dll", SetLastError = true)]
    public static extern bool OpenProcessToken(IntPtr process, uint rights, out IntPtr token);
    [DllImport("advapi32.dll", SetLastError = true)]
    public static extern bool GetTokenInformation(IntPtr token, int kind, IntPtr into, int size, out int needed);
    [DllImport("advapi32.dll", SetLastError = true)]
    public static extern bool SetTokenInformation(IntPtr token, int kind, ref SidAndAttributes label, int size);
    [DllImport("advapi32.dll", SetLastError = true)]
    public static extern bool SetTokenInformation(IntPtr token, int kind, ref IntPtr list, int size);
    [DllImport("advapi32.dll", SetLastError = true)]
    public static extern bool CreateRestrictedToken(IntPtr token, uint flags, uint disabled, SidAndAttributes[] toDisable,
        uint deleted, IntPtr toDelete, uint restricted, [In] SidAndAttributes[] toRestrict, out IntPtr made);
    [DllImport("advapi32.dll", CharSet = CharSet.Unicode, EntryPoint = "CreateProcessAsUserW", SetLastError = true)]
    public static extern bool CreateProcessAsUser(IntPtr token, string program, StringBuilder line,
        ref SecurityAttributes ofProcess, ref SecurityAttributes ofThread, bool inherits, uint flags, IntPtr variables,
        string folder, ref StartupInfoEx start, out ProcessInformation made);
    [DllImport("advapi32.dll", CharSet = CharSet.Unicode, EntryPoint = "ConvertStringSidToSidW", SetLastError = true)]
    public static extern bool ConvertStringSidToSid(string text, out IntPtr sid);
    [DllImport("advapi32.dll", CharSet = CharSet.Unicode,
        EntryPoint = "ConvertStringSecurityDescriptorToSecurityDescriptorW", SetLastError = true)]
    public static extern bool ConvertStringSecurityDescriptorToSecurityDescriptor(string text, uint revision,
        out IntPtr descriptor, IntPtr size);
    [DllImport("advapi32.dll", SetLastError = true)]
    public static extern bool GetSecurityDescriptorDacl(IntPtr descriptor, out bool isThere, out IntPtr list, out bool isDefault);
    [DllImport("advapi32.dll", SetLastError = true)]
    public static extern bool GetSecurityDescriptorSacl(IntPtr descriptor, out bool isThere, out IntPtr list, out bool isDefault);
    [DllImport("advapi32.dll", CharSet = CharSet.Unicode, EntryPoint = "SetNamedSecurityInfoW")]
    public static extern uint SetNamedSecurityInfo(string name, int kind, uint what, IntPtr owner, IntPtr group, IntPtr access,
        IntPtr labels);
}
`;
